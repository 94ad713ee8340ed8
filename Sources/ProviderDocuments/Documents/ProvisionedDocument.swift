public import DocumentProvider

/// A document in a provider's storage, with everything that decides whether it may be shown.
public struct ProvisionedDocument: Sendable, Hashable, Identifiable {
    /// Its name in storage and in the system's registry.
    public let id: String
    /// What the person calls it.
    public let title: String
    /// The document as issued.
    public let issuerSigned: [UInt8]
    /// Label of the device key it was issued to.
    public let keyLabel: String
    /// What protects that key.
    public let level: DeviceKeyLevel
    /// The enrolment of the owner it is bound to: it is shown to no request that another one agreed to. Nil for one that was added while none was
    /// known, which is not shown at all until it is added once more with one.
    public let ownerEnrolment: String?
    /// Who made sure that it belongs to the owner.
    public let proofing: Proofing

    /// Describes a document.
    public init(
        id: String, title: String, issuerSigned: [UInt8], keyLabel: String, level: DeviceKeyLevel, ownerEnrolment: String?, proofing: Proofing
    ) {
        self.id = id
        self.title = title
        self.issuerSigned = issuerSigned
        self.keyLabel = keyLabel
        self.level = level
        self.ownerEnrolment = ownerEnrolment
        self.proofing = proofing
    }

    /// The same document, bound to an enrolment.
    func bound(to enrolment: String?) -> Self {
        Self(
            id: id, title: title, issuerSigned: issuerSigned, keyLabel: keyLabel, level: level, ownerEnrolment: enrolment, proofing: proofing)
    }
}

extension ProvisionedDocument: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its name only.
    public var description: String { "provisioned document \(id)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
