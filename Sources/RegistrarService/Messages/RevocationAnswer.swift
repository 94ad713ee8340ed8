/// What was withdrawn, by serial number: `keyCompromise` takes every certificate of the key with it.
struct RevocationAnswer: Encodable {
    let revoked: [String]
}
