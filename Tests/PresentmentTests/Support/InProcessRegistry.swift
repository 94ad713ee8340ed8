import IdentityDocumentServices

/// A broker's registry for one app, in this process.
actor InProcessRegistry: RegistrationPort {
    typealias Fault = IdentityDocumentProviderRegistrationStore.RegistrationError

    private let entitled: Set<String>
    private let personAgrees: Bool
    private var state = IdentityDocumentProviderRegistrationStore.Status.notDetermined
    private var entries: [String: MobileDocumentRegistration] = [:]

    private let boundEnrolment: String?
    /// How many documents it takes.
    private let maximum: Int

    init(entitled: Set<String>, personAgrees: Bool = true, enrolment: String? = nil, maximum: Int = .max) {
        self.entitled = entitled
        self.maximum = maximum
        boundEnrolment = enrolment
        self.personAgrees = personAgrees
    }

    func status() -> IdentityDocumentProviderRegistrationStore.Status { state }

    func registrations() throws(Fault) -> [MobileDocumentRegistration] { Array(entries.values) }

    func add(_ registration: MobileDocumentRegistration) throws(Fault) {
        guard entitled.contains(registration.mobileDocumentType) else { throw .notAuthorized }
        if state == .notDetermined { state = personAgrees ? .authorized : .notAuthorized }
        guard state == .authorized else { throw .notAuthorized }
        guard entries[registration.documentIdentifier] != nil || entries.count < maximum else { throw .invalidRequest }
        entries[registration.documentIdentifier] = registration
    }

    func enrolment() -> String? { boundEnrolment }

    func remove(documentIdentifier: String) throws(Fault) { entries[documentIdentifier] = nil }
}
