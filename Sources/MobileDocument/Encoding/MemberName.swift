import CBOR

/// Matches member names byte for byte in every `switch` of this module. Swift's own comparison goes by canonical
/// equivalence, by which U+212A (Kelvin sign) is a `K` and a second member could pass for `recipientPublicKey`.
func ~= (pattern: String, name: String) -> Bool { ExactText.isSame(pattern, name) }
