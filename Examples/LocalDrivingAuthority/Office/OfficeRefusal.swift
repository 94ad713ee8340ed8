/// Why the office does not do what is asked of it.
public enum OfficeRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no such application.
    case unknownApplication
    /// Nobody has approved the application.
    case notApproved
    /// The application was decided already, or the licence was issued.
    case alreadyDecided
    /// The proof was not made with the key of the application, or for another application.
    case otherKey
    /// No PIN or passkey of the device's owner is known to which the licence could be bound.
    case noOwner
    /// The office's root ends before a licence would have been valid for a day; when.
    case rootEnds(String)
    /// The application is incomplete or wrong; how.
    case form(String)
    /// The office's folder cannot be used; why.
    case folder(String)

    /// Stable code.
    public var code: String {
        switch self {
        case .unknownApplication: "office.unknownApplication"
        case .notApproved: "office.notApproved"
        case .alreadyDecided: "office.alreadyDecided"
        case .otherKey: "office.otherKey"
        case .noOwner: "office.noOwner"
        case .rootEnds: "office.rootEnds"
        case .form: "office.form"
        case .folder: "office.folder"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .unknownApplication: "there is no such application; `review` without an argument lists them"
        case .notApproved: "nobody has approved the application yet; a reviewer has to look at it first"
        case .alreadyDecided: "the application was decided already; make a new one"
        case .otherKey: "the proof was not made by the device that applied; issue on that device"
        case .noOwner:
            """
            no PIN or passkey is known to which the licence could be bound; start the wallet broker, with a provider installed whose manifest names \
            this program among its apps, enrol one (mdoc-broker enrol), and issue then
            """
        case .rootEnds(let end):
            "the root of the office ends at \(end), and no licence outlives it; found an office in another folder (--office), and apply there"
        case .form(let sentence), .folder(let sentence): sentence
        }
    }
}
