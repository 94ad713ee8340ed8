import DocumentProvider
import Foundation
import MobileDocument

/// A document as it is sealed in its file.
struct StoredRecord: Codable {
    private let title: String
    private let issuerSigned: Data
    private let keyLabel: String
    private let level: DeviceKeyLevel
    private let ownerEnrolment: String?
    private let reviewer: String
    private let proofedAt: Int64

    init(_ document: ProvisionedDocument) {
        title = document.title
        issuerSigned = Data(document.issuerSigned)
        keyLabel = document.keyLabel
        level = document.level
        ownerEnrolment = document.ownerEnrolment
        reviewer = document.proofing.reviewer
        proofedAt = document.proofing.time.secondsSinceEpoch
    }

    func document(id: String) -> ProvisionedDocument {
        ProvisionedDocument(
            id: id, title: title, issuerSigned: Array(issuerSigned), keyLabel: keyLabel, level: level, ownerEnrolment: ownerEnrolment,
            proofing: Proofing(reviewer: reviewer, time: Instant(secondsSinceEpoch: proofedAt)))
    }
}
