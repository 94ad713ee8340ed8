public import Foundation
public import IdentityElements

/// What a provider's sheet says around a request, in the person's language.
public struct RequestPhrases: Sendable {
    let language: DisplayLanguage
    /// What elements and documents are called.
    let tables: ElementTables

    /// Speaks the language of a locale; English where it is none of those there are.
    public init(_ locale: Locale, tables: ElementTables = .builtIn) {
        language = DisplayLanguage(tag: locale.identifier)
        self.tables = tables
    }

    func text(_ english: String, _ japanese: String, _ korean: String, _ portuguese: String) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        case .korean: korean
        case .portuguese: portuguese
        }
    }

    /// The button that agrees.
    public var accept: String { text("Accept", "同意する", "동의", "Aceitar") }
    /// The button that does not.
    public var decline: String { text("Decline", "拒否する", "거부", "Recusar") }
    /// The answer is on its way.
    public var sent: String { text("Your answer was sent.", "応答を送信しました。", "응답을 보냈습니다.", "A sua resposta foi enviada.") }
    /// There is no answer.
    public var notSent: String { text("Nothing was sent.", "何も送信されていません。", "아무것도 보내지 않았습니다.", "Nada foi enviado.") }
    /// What answers was made up.
    public var simulatedDocument: String { text("Simulated document", "模擬の証明書", "모의 신분증", "Documento simulado") }
    /// The same in a sentence.
    public var mockData: String {
        text(
            "Mock data: nothing in it is real.", "テスト用のデータです。実在の情報は含まれません。", "테스트용 데이터이며, 실제 정보가 아닙니다.",
            "Dados de teste: nada neles é real.")
    }

    var website: String { text("Website", "ウェブサイト", "웹사이트", "Site") }
    var purpose: String { text("Purpose", "目的", "목적", "Finalidade") }
    var privacyPolicy: String { text("Privacy policy", "プライバシーポリシー", "개인정보 처리방침", "Política de privacidade") }
    var app: String { text("App", "アプリ", "앱", "App") }
    var recipient: String { text("Sent to", "送信先", "받는 곳", "Enviado a") }
    var unverified: String {
        text(
            "Unverified: nobody this app trusts vouches for who is asking.", "未確認：要求元を保証する信頼できる機関がありません。",
            "미확인: 요청자를 보증하는 신뢰할 수 있는 기관이 없습니다.", "Não verificado: ninguém em quem este app confia garante quem está pedindo.")
    }
    var unchecked: String {
        text(
            "Who is asking cannot be checked now.", "要求元を今は確認できません。", "지금은 요청자를 확인할 수 없습니다.",
            "Agora não é possível verificar quem está pedindo.")
    }
    var kept: String { text("will be kept", "保存されます", "보관됨", "será guardado") }
    var notKept: String { text("will not be kept", "保存されません", "보관되지 않음", "não será guardado") }
    var keptIndefinitely: String { text("stored indefinitely", "無期限に保存", "무기한 보관", "guardado por tempo indeterminado") }
    var notStored: String { text("not stored", "保存しない", "보관 안 함", "não guardado") }
    var oneOf: String { text("One of these is enough:", "次のいずれか一つで足ります：", "다음 중 하나면 됩니다:", "Basta um destes:") }
    var optional: String { text("optional", "任意", "선택", "opcional") }

    var yourChoice: String { text("Your choice", "あなたの選択", "내 선택", "A sua escolha") }
    var yourDocuments: String { text("Your documents", "あなたの証明書", "내 신분증", "Os seus documentos") }
    var answers: String { text("will answer", "これで応答します", "이것으로 응답", "responderá") }
    var leftOut: String { text("left out", "除外", "제외됨", "fica de fora") }

    func use(_ document: String) -> String {
        text("Use instead: \(document)", "代わりに使う：\(document)", "대신 사용: \(document)", "Usar em vez disso: \(document)")
    }

    func leaveOut(_ document: String) -> String {
        text("Leave out: \(document)", "除外する：\(document)", "제외: \(document)", "Deixar de fora: \(document)")
    }

    func include(_ document: String) -> String {
        text("Include: \(document)", "含める：\(document)", "포함: \(document)", "Incluir: \(document)")
    }

    func title(_ requester: String) -> String {
        text("\(requester) asks for", "\(requester) が次の情報を求めています", "\(requester)에서 다음 정보를 요청합니다", "\(requester) pede")
    }

    func option(_ number: Int) -> String { text("Choice \(number)", "選択肢 \(number)", "선택 \(number)", "Opção \(number)") }

    func instead(_ names: String) -> String { text("or instead: \(names)", "または：\(names)", "또는: \(names)", "ou em vez disso: \(names)") }

    func keptFor(days: Int) -> String {
        text(
            "stored for \(days) \(days == 1 ? "day" : "days")", "\(days) 日間保存", "\(days)일간 보관", "guardado por \(days) \(days == 1 ? "dia" : "dias")")
    }

    func omitted(_ words: String) -> String {
        text(
            "Left out, because no law is known that lets the app ask for it: \(words)", "法的根拠が確認されていないため除外：\(words)", "법적 근거가 확인되지 않아 제외됨: \(words)",
            "Deixado de fora, por falta de base legal: \(words)")
    }

    func retention(kept: Int, of all: Int) -> String {
        switch kept {
        case 0:
            text(
                "The website says that it will keep nothing of this.", "ウェブサイトはこの情報を保存しないとしています。", "웹사이트는 이 정보를 보관하지 않는다고 합니다.",
                "O site diz que não guardará nada disto.")
        case all:
            text(
                "The website says that it will keep all of this.", "ウェブサイトはこの情報をすべて保存するとしています。", "웹사이트는 이 정보를 모두 보관한다고 합니다.",
                "O site diz que guardará tudo isto.")
        default:
            text(
                "The website says that it will keep \(kept) of \(all).", "ウェブサイトは \(all) 件のうち \(kept) 件を保存するとしています。",
                "웹사이트는 \(all)개 중 \(kept)개를 보관한다고 합니다.", "O site diz que guardará \(kept) de \(all).")
        }
    }
}
