import CertificateLists
import DocumentTrust
import IssuingAuthority
import MobileDocument
import X509

/// What an authority's record knows of the revocation lists that were signed: the next one goes on from there.
struct SignedLists {
    /// Number of the last one.
    let lastNumber: UInt64
    /// When the last one was made; nil where the record does not say so.
    let lastUpdate: Instant?
    /// Serial numbers of those who are withdrawn.
    let withdrawn: Set<[UInt8]>

    /// Makes sure that the next list takes the place of none that knows more or is of a later time, nor of another authority's.
    ///
    /// - Parameters:
    ///   - moment: of the next list.
    ///   - authority: who signs the lists.
    ///   - record: path of the record.
    func checkPlace(of file: OutputFile, at moment: Instant, _ order: ListOrderOptions, for authority: CertifiedKey, record: String) throws {
        // Wherever the last list went.
        if let lastUpdate { try order.check(moment, follows: lastUpdate, at: record) }
        guard !file.isStandardOutput, FileIdentity(file.path)?.hasContent == true else { return }
        let former = try InputFile(file.path, for: "--out")
        let list = try? RevocationListSyntax(former.decoded().parts[0].bytes)
        if let list, !list.isSigned(by: authority.certificate.publicKey) {
            throw CommandFailure(
                "the list there is another authority's, and whoever fetches it would miss whom it withdraws", at: file.path,
                mend: "give --out another file")
        }
        guard let list, includes(list) else {
            throw CommandFailure(
                "the list there is not one that \(record) knows, and the next one could take back whom it withdraws", at: file.path,
                mend: "restore \(record) from the newest copy")
        }
        if let made = Instant(list.thisUpdate) { try order.check(moment, follows: made, at: file.path) }
    }

    /// Whether a list is no later than the last one, and everybody on it is withdrawn here. One without a number might be later.
    private func includes(_ list: RevocationListSyntax) -> Bool {
        guard let number = list.number, number <= RevocationListNumber(lastNumber) else { return false }
        return list.revoked.isSubset(of: withdrawn)
    }
}
