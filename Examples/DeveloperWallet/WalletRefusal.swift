/// Why the wallet does not answer. The website learns the code, the person the sentence.
struct WalletRefusal: Error, Encodable, Sendable {
    let code: String
    let sentence: String
}
