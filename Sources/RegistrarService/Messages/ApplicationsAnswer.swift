/// Applications in the order they were filed.
struct ApplicationsAnswer: Encodable {
    let applications: [ApplicationAnswer]
}
