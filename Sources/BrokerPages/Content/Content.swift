/// What a template shows. Its stored properties are the names the template knows.
protocol Content: Sendable {
    static var template: String { get }
}
