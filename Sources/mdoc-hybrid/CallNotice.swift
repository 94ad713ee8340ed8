import DesktopBrowsers
import DesktopServices

/// What this device's owner is told when a linked device asks. Neither which one nor who asks there: a screen shows it to whoever stands before it.
struct CallNotice {
    let title: String
    let text: String
    /// What choosing it does.
    let action: String

    /// In the person's language (BCP 47); in English where there is no other text.
    init(locale: String) {
        switch locale.prefix(2).lowercased() {
        case "ja": (title, text, action) = ("リンクした端末が証明書を求めています", "ウォレットに表示される要求を見て、そこで判断してください。", "要求を見る")
        case "ko": (title, text, action) = ("연결한 기기가 신분증을 요청합니다", "지갑에 표시되는 요청을 보고 거기에서 결정하세요.", "요청 보기")
        case "pt": (title, text, action) = ("Um dispositivo vinculado pede um documento", "Veja o pedido na sua carteira e decida lá.", "Ver o pedido")
        default: (title, text, action) = ("A linked device asks for a document", "See the request in your wallet, and decide there.", "Show the request")
        }
    }

    /// Shows it on the desktop until the task is cancelled; choosing it opens the request's window.
    func show(leadingTo address: String) async {
        if await DesktopNotification(title: title, text: text).isChosen(for: action) { DesktopBrowser.open(address) }
    }
}
