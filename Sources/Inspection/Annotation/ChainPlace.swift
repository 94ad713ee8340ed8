/// Where a certificate stands in an `x5chain`, and for whom the chain speaks.
struct ChainPlace {
    let index: Int
    let count: Int
    let role: SignatureRole
}
