/// A member of a list, told apart by its position.
struct RequestedPart<Content>: Identifiable {
    let id: Int
    let content: Content

    static func all(_ contents: [Content]) -> [RequestedPart] { contents.enumerated().map { RequestedPart(id: $0.offset, content: $0.element) } }
}
