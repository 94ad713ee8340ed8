import DocumentTrust
import IdentityDocumentServices
import ProviderDocuments

extension RequestPhrases {
    /// That nothing was sent, and why.
    public func notSent(because error: any Error) -> String {
        let reason: String? =
            switch error {
            case let error as DocumentPresenterError: error.code
            case let error as DocumentStoreError: error.code
            case let error as TrustAnchorFolderError: error.code
            case let error as IdentityDocumentPresentmentError: error.reason
            default: nil
            }
        return reason.map { notSent(because: $0) } ?? "\(notSent) \(somethingElse)"
    }

    /// The same, by the stable code of why.
    public func notSent(because reason: String) -> String { "\(notSent) \(self.reason(reason))" }

    /// What a stable code says, in a sentence of its own or a general one, with the code.
    public func reason(_ reason: String) -> String {
        let part = reason.hasPrefix("presentation.reader.") ? String(reason.dropFirst("presentation.".count)) : reason
        return "\(ofAnswer(part) ?? ofRequest(part) ?? ofStorage(part) ?? somethingElse) (\(reason))"
    }

    private var somethingElse: String {
        text("It did not work.", "処理できませんでした。", "처리하지 못했습니다.", "Não deu certo.")
    }

    /// What is wrong with the answer.
    private func ofAnswer(_ reason: String) -> String? {
        switch reason {
        case "provider.ownerChanged":
            text(
                "The document is not bound to the PIN or passkey of now. It answers nobody until its issuer has issued it anew, to a new key.",
                "この証明書は現在のPINまたはパスキーに結び付けられていません。発行者が新しい鍵で再発行するまで使えません。",
                "이 신분증은 현재의 PIN 또는 패스키에 연결되어 있지 않습니다. 발급 기관이 새 키로 새로 발급할 때까지 사용할 수 없습니다.",
                "O documento não está vinculado ao PIN ou à chave de acesso de agora. Ele não responde a ninguém até que o emissor o emita outra vez, "
                    + "para uma chave nova.")
        case "provider.unbound":
            text(
                "No PIN or passkey was known when the document was added, so it is bound to nobody. It answers nobody until it is added once more, "
                    + "or its issuer has issued it anew, to a new key.",
                "追加したときにPINもパスキーもなかったため、この証明書は誰にも結び付けられていません。もう一度追加するか、発行者が新しい鍵で再発行するまで使えません。",
                "추가할 때 PIN이나 패스키가 없었기 때문에 이 신분증은 누구에게도 연결되어 있지 않습니다. 다시 추가하거나 발급 기관이 새 키로 새로 발급할 때까지 사용할 수 없습니다.",
                "Não havia PIN nem chave de acesso quando o documento foi adicionado, e por isso ele não está vinculado a ninguém. Ele não responde a "
                    + "ninguém até que seja adicionado mais uma vez, ou até que o emissor o emita outra vez, para uma chave nova.")
        case "presentation.noMatchingDocument", "inApp.noDocument":
            text(
                "No document here can answer the request.", "この要求に応答できる証明書がありません。", "이 요청에 응답할 수 있는 신분증이 없습니다.",
                "Nenhum documento daqui pode responder ao pedido.")
        case "presentation.invalidChoice":
            text(
                "What was chosen cannot answer the request.", "選択したものではこの要求に応答できません。", "선택한 것으로는 이 요청에 응답할 수 없습니다.",
                "O que foi escolhido não pode responder ao pedido.")
        case "presentation.responseTooLarge":
            text(
                "The answer is larger than the request accepts.", "応答が要求の上限を超えています。", "응답이 요청에서 허용하는 크기보다 큽니다.",
                "A resposta é maior do que o pedido aceita.")
        case "provider.responseTooLong":
            text(
                "The answer is longer than one may be.", "応答が長すぎるため送信できません。", "응답이 너무 길어 보낼 수 없습니다.",
                "A resposta é longa demais para ser enviada.")
        case "simulator.website":
            text(
                "A simulator answers apps only. Ask with a wallet in developer-device mode.",
                "シミュレーターはアプリにのみ応答します。developer-deviceモードのウォレットを使ってください。",
                "시뮬레이터는 앱에만 응답합니다. developer-device 모드의 지갑을 사용하세요.",
                "Um simulador responde apenas a apps. Use uma carteira no modo developer-device.")
        default: nil
        }
    }

    /// What is wrong with the request, or with who makes it.
    private func ofRequest(_ reason: String) -> String? {
        switch reason {
        case "presentation.untrustedReader", "presentation.invalidReaderSignatures":
            text(
                "Nobody this app trusts vouches for who is asking.", "要求元を保証する信頼できる機関がありません。", "요청자를 보증하는 신뢰할 수 있는 기관이 없습니다.",
                "Ninguém em quem este app confia garante quem está pedindo.")
        case "presentation.unregisteredReader":
            text(
                "Who is asking is not registered with what they may ask for.", "要求元が何を要求できるかが登録されていません。", "요청자가 무엇을 요청할 수 있는지 등록되어 있지 않습니다.",
                "Não há registro do que quem está pedindo pode pedir.")
        case "reader.elementNotGranted":
            text(
                "Who is asking may not ask for all of this.", "要求元は、この情報のすべてを要求することは許可されていません。", "요청자는 이 정보를 모두 요청할 수는 없습니다.",
                "Quem está pedindo não pode pedir tudo isto.")
        case "reader.otherHost":
            text(
                "The certificate of who is asking is for another website.", "要求元の証明書は別のウェブサイトのものです。", "요청자의 인증서는 다른 웹사이트의 것입니다.",
                "O certificado de quem está pedindo é de outro site.")
        case "reader.revoked":
            text(
                "The certificate of who is asking was withdrawn.", "要求元の証明書は失効しています。", "요청자의 인증서가 폐지되었습니다.",
                "O certificado de quem está pedindo foi revogado.")
        case "reader.staleRevocationList":
            text(
                "Whether the certificate of who is asking still counts cannot be told: the list of withdrawn ones is too old.",
                "失効リストが古いため、要求元の証明書がまだ有効かを確認できません。", "폐지 목록이 오래되어 요청자의 인증서가 아직 유효한지 확인할 수 없습니다.",
                "Não se sabe se o certificado de quem está pedindo ainda vale: a lista de revogados é antiga demais.")
        case "presentation.retention", "inApp.retention":
            text(
                "Who is asking says that they will keep what by law nobody may keep.", "要求元は、法律で保存が禁じられている情報を保存するとしています。",
                "요청자가 법으로 보관이 금지된 정보를 보관한다고 합니다.", "Quem está pedindo diz que guardará o que por lei ninguém pode guardar.")
        case "provider.request", "provider.origin":
            text("The request cannot be read.", "要求を読み取れません。", "요청을 읽을 수 없습니다.", "Não é possível ler o pedido.")
        case "agent.gone", "agent.deadline":
            text(
                "Who asked has gone, or does not answer.", "要求元が終了したか、応答しません。", "요청한 쪽이 종료되었거나 응답하지 않습니다.",
                "Quem pediu já não está ou não responde.")
        case _ where reason.hasPrefix("reader."):
            text(
                "The certificate of who is asking is not accepted.", "要求元の証明書は受け付けられません。", "요청자의 인증서를 받아들일 수 없습니다.",
                "O certificado de quem está pedindo não é aceito.")
        case _ where reason.hasPrefix("mismatch."):
            text(
                "The request is no longer the one that was shown.", "要求が、表示されたものと異なります。", "요청이 표시된 것과 다릅니다.",
                "O pedido já não é o que foi mostrado.")
        case _ where reason.hasPrefix("inApp.") || reason.hasPrefix("grant.") || reason.hasPrefix("merchant."):
            text("The app may not ask for this.", "アプリはこれを要求できません。", "앱은 이것을 요청할 수 없습니다.", "O app não pode pedir isto.")
        default: nil
        }
    }

    /// What is wrong with what the app keeps: documents, keys, and whom it trusts.
    private func ofStorage(_ reason: String) -> String? {
        switch reason {
        case "documents.trust":
            text(
                "Whom this app trusts cannot be read.", "このアプリが信頼する機関を読み取れません。", "이 앱이 신뢰하는 기관을 읽을 수 없습니다.",
                "Não é possível ler em quem este app confia.")
        case "documents.exposed":
            text(
                "Others could enter the folder of the documents. Let nobody but you enter it.",
                "証明書のフォルダーに他の人が入れる状態です。自分だけが入れるようにしてください。", "다른 사람이 신분증 폴더에 들어갈 수 있습니다. 본인만 들어갈 수 있게 하세요.",
                "Outros poderiam entrar na pasta dos documentos. Não deixe ninguém além de você entrar nela.")
        case "documents.unavailable":
            text(
                "The documents cannot be reached now.", "証明書に今はアクセスできません。", "지금은 신분증에 접근할 수 없습니다.", "Agora não é possível acessar os documentos.")
        case "documents.damaged", "document.malformed":
            text(
                "The document is damaged, or a copy from another device. Have it issued again on this device.",
                "証明書が破損しているか、別の端末からの複製です。この端末で再発行してもらってください。", "신분증이 손상되었거나 다른 기기에서 복사된 것입니다. 이 기기에서 다시 발급받으세요.",
                "O documento está danificado ou é cópia de outro dispositivo. Peça que seja emitido de novo neste dispositivo.")
        case "documents.unknownDocument":
            text("The document is no longer here.", "この証明書はもうありません。", "이 신분증은 더 이상 없습니다.", "O documento já não está aqui.")
        case "deviceKey.wrongPIN", "deviceKey.lockedPIN":
            text(
                "The PIN that this app has for the token with the document's key is wrong, or the token is locked.",
                "このアプリに設定された、証明書の鍵があるトークンの PIN が正しくないか、トークンがロックされています。",
                "이 앱에 설정된, 신분증의 키가 있는 토큰의 PIN이 잘못되었거나 토큰이 잠겨 있습니다.",
                "O PIN que este aplicativo tem para o token com a chave do documento está errado, ou o token está bloqueado.")
        case "deviceKey.unavailable":
            text(
                "The document's key cannot be reached now.", "証明書の鍵に今はアクセスできません。", "지금은 신분증의 키에 접근할 수 없습니다.",
                "Agora não é possível acessar a chave do documento.")
        case "deviceKey.notFound", "deviceKey.damaged", "document.otherDeviceKey":
            text(
                "The document's key is not on this device. Have the document issued again on this device.",
                "証明書の鍵がこの端末にありません。この端末で再発行してもらってください。", "신분증의 키가 이 기기에 없습니다. 이 기기에서 다시 발급받으세요.",
                "A chave do documento não está neste dispositivo. Peça que o documento seja emitido de novo neste dispositivo.")
        default: nil
        }
    }
}
