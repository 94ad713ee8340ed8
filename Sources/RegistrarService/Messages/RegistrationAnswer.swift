/// A brand that has just registered, and the token by which it is known from now on. The token is told this once.
struct RegistrationAnswer: Encodable {
    let brand: BrandAnswer
    let token: String
}
