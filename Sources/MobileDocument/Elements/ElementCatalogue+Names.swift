extension ElementCatalogue {
    /// The name people see for an element in their language; its identifier where no catalogue knows it, never nothing.
    public static func displayName(of element: ElementReference, in language: DisplayLanguage) -> String {
        guard let column = translations.firstIndex(of: language) else { return displayName(of: element) }
        if element.nameSpace == .mobileDrivingLicence, let age = AgeAttestation.threshold(of: element.identifier) {
            return ["\(age)歳以上か", "\(age)세 이상 여부", "Mais de \(age) anos"][column]
        }
        let definition = of(element.nameSpace)?.definition(of: element.identifier)
        return definition.flatMap { names[$0.displayName]?[column] } ?? displayName(of: element)
    }

    private static let translations: [DisplayLanguage] = [.japanese, .korean, .portuguese]

    /// Names by their English ones, which the catalogues' tables have.
    private static let names: [String: [String]] = Dictionary(
        """
            Family name | 姓 | 성 | Sobrenome
            Given names | 名 | 이름 | Nome
            Date of birth | 生年月日 | 생년월일 | Data de nascimento
            Date of issue | 交付日 | 발급일 | Data de emissão
            Date of expiry | 有効期限 | 만료일 | Data de validade
            Issuing country | 発行国 | 발급 국가 | País emissor
            Issuing authority | 発行機関 | 발급 기관 | Autoridade emissora
            Licence number | 免許証番号 | 면허 번호 | Número da carteira
            Portrait | 顔写真 | 얼굴 사진 | Fotografia
            Driving privileges | 運転できる車種 | 운전 가능 차종 | Categorias de habilitação
            UN distinguishing sign | 国際識別記号 | 국제 식별 기호 | Sinal distintivo internacional
            Administrative number | 管理番号 | 관리 번호 | Número administrativo
            Sex | 性別 | 성별 | Sexo
            Height (cm) | 身長 (cm) | 키 (cm) | Altura (cm)
            Weight (kg) | 体重 (kg) | 몸무게 (kg) | Peso (kg)
            Eye colour | 目の色 | 눈 색깔 | Cor dos olhos
            Hair colour | 髪の色 | 머리 색깔 | Cor do cabelo
            Place of birth | 出生地 | 출생지 | Local de nascimento
            Address | 住所 | 주소 | Endereço
            Street | 番地 | 도로명 | Rua
            City | 市区町村 | 시·군·구 | Cidade
            State or province | 都道府県または州 | 시·도 | Estado ou província
            Postal code | 郵便番号 | 우편번호 | Código postal
            Country of residence | 居住国 | 거주 국가 | País de residência
            Nationality | 国籍 | 국적 | Nacionalidade
            Portrait taken on | 顔写真の撮影日 | 사진 촬영일 | Data da fotografia
            Age | 年齢 | 나이 | Idade
            Year of birth | 生まれた年 | 출생 연도 | Ano de nascimento
            Issuing jurisdiction | 発行地域 | 발급 관할 지역 | Jurisdição emissora
            Biometric template | 生体情報 | 생체 정보 | Dados biométricos
            Family name (national characters) | 姓（自国の文字） | 성 (자국 문자) | Sobrenome (caracteres nacionais)
            Given names (national characters) | 名（自国の文字） | 이름 (자국 문자) | Nome (caracteres nacionais)
            Signature | 署名 | 서명 | Assinatura
            Domestic driving privileges | 国内の運転資格 | 국내 운전 자격 | Categorias nacionais de habilitação
            Name suffix | 姓名の接尾辞 | 이름 접미사 | Sufixo do nome
            Other name: suffix | 別名の接尾辞 | 다른 이름의 접미사 | Outro nome: sufixo
            Organ donor | 臓器提供の意思 | 장기 기증 여부 | Doador de órgãos
            Veteran | 退役軍人 | 참전 용사 여부 | Veterano
            Commercial licence | 事業用免許 | 사업용 면허 | Habilitação comercial
            Temporary lawful status | 一時的な在留資格 | 임시 체류 자격 | Situação legal temporária
            Family name truncated | 姓の省略の有無 | 성 줄임 여부 | Sobrenome abreviado
            Given names truncated | 名の省略の有無 | 이름 줄임 여부 | Nome abreviado
            Other family name | 別の姓 | 다른 성 | Outro sobrenome
            Other given names | 別の名 | 다른 이름 | Outros nomes
            Weight range | 体重の範囲 | 몸무게 범위 | Faixa de peso
            Race or ethnicity | 人種・民族 | 인종 또는 민족 | Raça ou etnia
            Enhanced credential | 強化免許証 | 강화 신분증 여부 | Documento reforçado
            REAL ID compliance | REAL ID への適合 | REAL ID 적합 여부 | Conformidade com REAL ID
            REAL ID compliance text | REAL ID への適合（説明） | REAL ID 적합 설명 | Conformidade com REAL ID (texto)
            County of residence | 居住郡 | 거주 카운티 | Condado de residência
            Hazardous materials endorsement expires | 危険物取扱資格の期限 | 위험물 운송 자격 만료일 | Validade da autorização para produtos perigosos
            Audit information | 監査情報 | 감사 정보 | Informação de auditoria
            AAMVA version | AAMVA の版 | AAMVA 버전 | Versão AAMVA
            """.split(separator: "\n").map { line in
            let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            return (cells[0], Array(cells.dropFirst()))
        }, uniquingKeysWith: { first, _ in first })
}
