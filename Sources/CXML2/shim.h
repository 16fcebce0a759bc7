// libxml2, with what later versions hide in the parser's structure made a function.
#pragma once

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

// Whether all that was parsed keeps the rules of XML.
static inline int CXML2_isWellFormed(xmlParserCtxtPtr parser) {
    return parser->wellFormed;
}
