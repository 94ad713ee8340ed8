import DesktopServices

/// What this device's owner is told when a linked device asks. Neither which one nor who asks there: a screen shows it to whoever stands before it.
struct CallNotice {
    let title: String
    let text: String

    /// In the person's language (BCP 47); in English where there is no other text.
    init(locale: String) {
        switch locale.prefix(2).lowercased() {
        case "ja": (title, text) = ("リンクした端末が書類を求めています", "ウォレットが要求を表示する場所で判断してください。")
        case "ko": (title, text) = ("연결한 기기가 신분증을 요청합니다", "지갑이 요청을 표시하는 곳에서 결정하세요.")
        case "pt": (title, text) = ("Um dispositivo vinculado pede um documento", "Decida onde sua carteira mostra os pedidos.")
        default: (title, text) = ("A linked device asks for a document", "Decide where your wallet shows requests.")
        }
    }

    /// Shows it on the desktop. One that does not answer holds up no question.
    func show() {
        let notification = DesktopNotification(title: title, text: text)
        Task { _ = await notification.show() }
    }
}
