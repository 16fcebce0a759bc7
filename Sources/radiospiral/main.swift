import CLI
import Glibc

exit(await RadioSpiral.run(CommandLine.arguments))
