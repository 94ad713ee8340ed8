import CertificateLists

/// What an authority's record knows of the revocation lists that were signed: the next one goes on from there.
struct SignedLists {
    /// Number of the last one.
    let lastNumber: UInt64
    /// Serial numbers of those who are withdrawn.
    let withdrawn: Set<[UInt8]>

    /// Makes sure that the next list takes the place of none that knows more.
    ///
    /// - Parameter record: path of the record.
    func checkPlace(of file: OutputFile, record: String) throws {
        guard !file.isStandardOutput, FileIdentity(file.path)?.hasContent == true else { return }
        let former = try InputFile(file.path, for: "--out")
        let list = try? RevocationListSyntax(former.decoded().parts[0].bytes)
        guard let list, includes(list) else {
            throw CommandFailure(
                "the list there is not one that \(record) knows, and the next one could take back whom it withdraws", at: file.path,
                mend: "restore \(record) from the newest copy")
        }
    }

    /// Whether a list is no later than the last one, and everybody on it is withdrawn here. One without a number might be later.
    private func includes(_ list: RevocationListSyntax) -> Bool {
        guard let number = list.number, number <= lastNumber else { return false }
        return list.revoked.isSubset(of: withdrawn)
    }
}
