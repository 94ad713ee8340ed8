public import Foundation

/// Where a sheet is shown.
public struct EnvironmentValues: Sendable {
    /// The person's language and customs.
    public var locale: Locale
}
