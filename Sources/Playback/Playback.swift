// The stage's first file is to come.
