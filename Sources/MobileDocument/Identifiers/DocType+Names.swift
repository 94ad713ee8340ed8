extension DocType {
    /// The name people see for a type of document in their language; its identifier where it is not known, never nothing.
    public func displayName(in language: DisplayLanguage) -> String {
        guard let column = DisplayLanguage.allCases.firstIndex(of: language), let names = Self.names[rawValue] else { return rawValue }
        return names[column]
    }

    /// In the order of the languages.
    private static let names: [String: [String]] = [
        "org.iso.18013.5.1.mDL": ["Driving licence", "運転免許証", "운전면허증", "Carteira de motorista"],
        "org.iso.23220.photoid.1": ["Photo ID", "写真付き身分証明書", "사진 신분증", "Identidade com foto"],
        "org.iso.23220.1.jp.mnc": ["My Number Card", "マイナンバーカード", "마이넘버 카드", "Cartão My Number"],
        "eu.europa.ec.eudi.pid.1": ["European identity", "欧州デジタル身分証", "유럽 신분증", "Identidade europeia"],
        "eu.europa.ec.av.1": ["Proof of age", "年齢証明", "연령 증명", "Prova de idade"],
    ]
}
