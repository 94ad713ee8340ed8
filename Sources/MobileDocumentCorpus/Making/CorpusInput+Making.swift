extension CorpusInput {
    /// A binary input.
    static func binary(_ name: Name, _ bytes: some Sequence<UInt8>) -> CorpusInput { CorpusInput(name, Base64Lines.encode(Array(bytes))) }
}

extension [CorpusInput] {
    /// These inputs with another text for one of them.
    func setting(_ name: CorpusInput.Name, _ value: String) -> [CorpusInput] { map { $0.name == name ? CorpusInput(name, value) : $0 } }

    /// These inputs with other bytes for one of them.
    func setting(_ name: CorpusInput.Name, bytes: some Sequence<UInt8>) -> [CorpusInput] { setting(name, Base64Lines.encode([UInt8](bytes))) }

    /// These inputs without some.
    func removing(_ name: CorpusInput.Name) -> [CorpusInput] { filter { $0.name != name } }
}
