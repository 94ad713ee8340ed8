/// A provider's scene for one request, while the person decides.
package protocol OpenScene: Sendable {
    /// The sheet: a fragment of HTML without scripts, links and external resources.
    func sheet() async -> String
    /// The person used a button; the inputs' values by their names.
    ///
    /// - Returns: a new sheet, or nil where the old one stays.
    func act(_ action: String, values: [String: String]) async -> String?
}
