import Foundation

/// Reads where the sheet is shown: `@Environment(\.locale) private var locale`.
@MainActor @propertyWrapper
public struct Environment<Value>: LinkedProperty {
    private final class Link { var values = EnvironmentValues(locale: .current) }

    private let path: KeyPath<EnvironmentValues, Value>
    private let current = Link()

    /// Reads one value.
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }

    /// The value.
    public var wrappedValue: Value { current.values[keyPath: path] }

    func link(to memory: SheetMemory, at place: String) { current.values = memory.environment }
}
