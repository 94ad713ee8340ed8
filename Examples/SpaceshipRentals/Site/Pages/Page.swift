/// What a template shows. Its stored properties are the names the template knows.
protocol Page: Sendable {
    static var template: String { get }
}
