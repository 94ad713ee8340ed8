import Mustache

/// The pages' templates, which escape whatever is put into them. They are compiled in, so that the broker stays one file.
struct Templates: Sendable {
    private let library: MustacheLibrary

    init() throws {
        let files: [(String, [UInt8])] = [
            ("document", PackageResources.document_mustache), ("relay", PackageResources.relay_mustache),
            ("consent", PackageResources.consent_mustache), ("selecting", PackageResources.selecting_mustache),
            ("waiting", PackageResources.waiting_mustache), ("reviewing", PackageResources.reviewing_mustache),
            ("sheet", PackageResources.sheet_mustache), ("verifying", PackageResources.verifying_mustache),
            ("enrolling", PackageResources.enrolling_mustache), ("enrolment-forms", PackageResources.enrolment_forms_mustache),
            ("ended", PackageResources.ended_mustache), ("notice", PackageResources.notice_mustache),
            ("settings", PackageResources.settings_mustache), ("authorization", PackageResources.authorization_mustache),
            ("history", PackageResources.history_mustache), ("scanning", PackageResources.scanning_mustache),
            ("answering", PackageResources.answering_mustache),
        ]
        var library = MustacheLibrary()
        for (name, bytes) in files { library.register(try EscapedText.template(String(decoding: bytes, as: UTF8.self)), named: name) }
        self.library = library
    }

    /// Fills a template in.
    func text(_ content: some Content) -> String { library.render(content, withTemplate: type(of: content).template) ?? "" }
}
