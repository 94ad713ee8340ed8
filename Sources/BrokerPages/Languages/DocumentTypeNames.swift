/// What people call types of documents.
enum DocumentTypeNames {
    private static let names: [String: [Language: String]] = [
        "org.iso.18013.5.1.mDL": [
            .english: "Driving licence", .japanese: "運転免許証", .korean: "운전면허증", .portuguese: "Carteira de motorista",
        ],
        "org.iso.23220.photoid.1": [
            .english: "Photo ID", .japanese: "写真付き身分証明書", .korean: "사진 신분증", .portuguese: "Identidade com foto",
        ],
        "org.iso.7367.1.mVRC": [
            .english: "Vehicle registration", .japanese: "自動車検査証", .korean: "자동차등록증", .portuguese: "Documento do veículo",
        ],
        "org.iso.23220.1.jp.mnc": [
            .english: "My Number Card", .japanese: "マイナンバーカード", .korean: "마이넘버 카드", .portuguese: "Cartão My Number",
        ],
        "eu.europa.ec.eudi.pid.1": [
            .english: "European identity (PID)", .japanese: "欧州デジタルID (PID)", .korean: "유럽 신분증 (PID)",
            .portuguese: "Identidade europeia (PID)",
        ],
        "eu.europa.ec.av.1": [.english: "Proof of age", .japanese: "年齢証明", .korean: "나이 증명", .portuguese: "Comprovante de idade"],
    ]

    /// A type's name; its identifier if nobody has given it one, so that nothing is hidden.
    static func name(of type: String, in language: Language) -> String { names[type]?[language] ?? type }

    /// The names of several types, in order, each once.
    static func list(_ types: [String], in language: Language) -> String {
        var seen: Set<String> = []
        return types.filter { seen.insert($0).inserted }.map { name(of: $0, in: language) }.joined(separator: " · ")
    }

    /// The types that have names.
    static var known: [String] { names.keys.sorted() }
}
