// Stands in no target: `scripts/mutants` puts it into the modules of the copy it builds. Without the condition that copy does not compile.
#if MDOC_MUTANTS
import Glibc

/// The check that this process leaves out, by its name in `mutants.toml`.
private let leftOut = getenv("MDOC_CHECK_TO_LEAVE_OUT").map { String(cString: $0) }

/// Whether a check is the one to leave out. Some stand in functions that other modules compile, too.
@usableFromInline
func isLeftOut(_ check: String) -> Bool { check == leftOut }
#endif
