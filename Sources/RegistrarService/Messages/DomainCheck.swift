/// Where to look for the value of a challenge.
struct DomainCheck: Decodable {
    enum Method: String, Decodable, CaseIterable {
        case txt, file
    }

    let method: Method
}
