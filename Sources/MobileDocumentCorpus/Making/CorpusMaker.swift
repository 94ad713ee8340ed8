/// Makes every case anew, with new keys: names, kinds, verdicts and codes stay, bytes do not.
public enum CorpusMaker {
    /// The cases, sorted by name.
    public static func cases() throws -> [CorpusCase] {
        let world = try CorpusWorld()
        var cases = try ResponseCases.make(in: world)
        cases += try DeviceResponseCases.make(in: world)
        cases += try EnvelopeCases.make(in: world)
        cases += try RequestCases.make(in: world)
        cases += try CertificateCases.make(in: world)
        cases += try RevocationListCases.make(in: world)
        cases += try StatusTokenCases.make(in: world)
        cases += try TrustListCases.make(in: world)
        cases += try CBORCases.make()
        cases += try COSECases.make(in: world)
        cases += JSONCases.make()
        cases += try HybridCases.make(in: world)
        cases += HTTPCases.make()
        return cases.sorted { $0.name < $1.name }
    }
}
