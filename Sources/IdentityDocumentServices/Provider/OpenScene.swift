/// What a person sees of one request, as long as they decide about it.
package protocol OpenScene: Sendable {
    /// What is shown: a fragment of HTML without scripts, links or anything to be loaded.
    func sheet() async -> String
    /// The person uses a button of the sheet.
    ///
    /// - Returns: a new sheet, or nil where the old one stays.
    func act(_ action: String, values: [String: String]) async -> String?
}
