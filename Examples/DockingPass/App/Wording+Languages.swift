extension Wording {
    static let english = Wording(
        language: "en", usageDescription: "To give your ship a berth.",
        heading: "A berth for your ship", intro: "Pilots are 21 or older. Your wallet shows you what is asked, and you decide.",
        asked: "What the harbour asks", age: "Age over 21", yesOrNo: "yes or no", portrait: "Portrait", toKnowYou: "to recognise you at the quay",
        notKept: "The harbour keeps none of it, and this app cannot read it.",
        waiting: "Your wallet has opened a window of its own. Decide there.", needsScript: "This page needs JavaScript.",
        alreadyOpen: "This address opens only once. Start Docking Pass again for a new one.",
        footer: "An example. The harbour is invented; the verification is real.",
        berth: Told(title: "Welcome. Your berth is %.", next: "Follow the lights to the quay. The harbour master knows your face."),
        unverified: Told(
            title: "No berth: the document was not verified.", next: "Choose another document, or come to the harbour office with the card."),
        tooYoung: Told(title: "No berth: pilots have to be 21.", next: "Let somebody who is old enough land the ship, or wait in orbit."),
        officeAway: Told(
            title: "The harbour office cannot serve you now.", next: "Your wallet was not asked, and nothing was shared. Try again in a while."),
        declined: Told(title: "Nothing was shared.", next: "You stopped, or closed the wallet. Ask again, or come to the harbour office."),
        noDocument: Told(
            title: "There is no document here that can be used.",
            next: "See that your wallet runs and has a driving licence, then ask again, or come to the harbour office."),
        notEntitled: Told(
            title: "Your wallet does not let this app ask.",
            next: "No registrar that your wallet trusts has allowed it to. Look for a newer Docking Pass, or come to the harbour office."),
        otherProgram: Told(
            title: "This is not the program that is allowed to ask.",
            next: "The permission given to Docking Pass is for another build of it. Install it again, or come to the harbour office."),
        busy: Told(title: "Your wallet is busy.", next: "Another request is open. Decide about it, then ask again."),
        failed: Told(
            title: "That did not work.", next: "Nothing was shared with the harbour office. Ask again; your wallet’s history may say more."),
        unconfirmed: Told(
            title: "The harbour office has not confirmed your answer.",
            next: "Your wallet has given it, and it may have arrived. Come to the harbour office, or ask again."),
        unusable: Told(
            title: "The harbour office cannot decide by your answer.",
            next: "Your wallet has given it, but no berth comes of it. Ask again, or come to the harbour office."),
        gone: Told(title: "Docking Pass has ended.", next: "Start it again."))

    static let japanese = Wording(
        language: "ja", usageDescription: "船の係留場所を割り当てるため。",
        heading: "船の係留場所", intro: "操縦士は21歳以上です。求められる内容はウォレットに表示され、あなたが決めます。",
        asked: "港が求めるもの", age: "21歳以上", yesOrNo: "はい／いいえのみ", portrait: "顔写真", toKnowYou: "岸壁での本人確認のため",
        notKept: "港は何も保存しません。このアプリも内容を読めません。",
        waiting: "ウォレットが別のウィンドウを開きました。そちらで決めてください。", needsScript: "このページにはJavaScriptが必要です。",
        alreadyOpen: "このアドレスは一度だけ開けます。Docking Passを起動し直してください。", footer: "これは見本です。港は架空ですが、検証は本物です。",
        berth: Told(title: "ようこそ。係留場所は%番です。", next: "灯火に従って岸壁へ進んでください。港長があなたの顔を確認します。"),
        unverified: Told(title: "係留できません。証明書を検証できませんでした。", next: "別の証明書を選ぶか、カードを持って港の事務所にお越しください。"),
        tooYoung: Told(title: "係留できません。操縦士は21歳以上である必要があります。", next: "21歳以上の方に着陸を任せるか、軌道上でお待ちください。"),
        officeAway: Told(
            title: "港の事務所は今、対応できません。", next: "ウォレットには何も求めておらず、何も共有されていません。しばらくしてからもう一度お試しください。"),
        declined: Told(title: "何も共有されませんでした。", next: "中止したか、ウォレットを閉じました。もう一度試すか、港の事務所にお越しください。"),
        noDocument: Told(title: "使える証明書がありません。", next: "ウォレットが動いていて運転免許証が入っていることを確かめてからもう一度試すか、港の事務所にお越しください。"),
        notEntitled: Told(title: "このアプリには許可がありません。", next: "ウォレットが信頼する登録機関は、この要求を許可していません。新しいDocking Passを探すか、港の事務所にお越しください。"),
        otherProgram: Told(title: "許可されたプログラムではありません。", next: "Docking Passへの許可は別のビルドに与えられたものです。入れ直すか、港の事務所にお越しください。"),
        busy: Told(title: "ウォレットは使用中です。", next: "別の要求が開いています。それを決めてから、もう一度お試しください。"),
        failed: Told(title: "うまくいきませんでした。", next: "港の事務所には何も共有されていません。もう一度お試しください。詳細はウォレットの履歴にあるかもしれません。"),
        unconfirmed: Told(
            title: "港の事務所から回答の確認がありません。", next: "ウォレットは回答を渡したので、届いている可能性があります。港の事務所にお越しになるか、もう一度お試しください。"),
        unusable: Told(
            title: "港の事務所はこの回答では判断できません。", next: "ウォレットは回答を渡しましたが、係留場所は割り当てられません。もう一度試すか、港の事務所にお越しください。"),
        gone: Told(title: "Docking Passは終了しました。", next: "もう一度起動してください。"))

    static let korean = Wording(
        language: "ko", usageDescription: "선박의 정박지를 배정하기 위해서입니다.",
        heading: "선박의 정박지", intro: "조종사는 21세 이상이어야 합니다. 무엇을 요청하는지 지갑이 보여 주며, 결정은 직접 합니다.",
        asked: "항구가 요청하는 것", age: "21세 이상", yesOrNo: "예 또는 아니요", portrait: "얼굴 사진", toKnowYou: "부두에서 알아보기 위해",
        notKept: "항구는 아무것도 보관하지 않으며, 이 앱은 내용을 읽을 수 없습니다.",
        waiting: "지갑이 별도의 창을 열었습니다. 그 창에서 결정하세요.", needsScript: "이 페이지에는 JavaScript가 필요합니다.",
        alreadyOpen: "이 주소는 한 번만 열립니다. Docking Pass를 다시 시작하세요.", footer: "예시입니다. 항구는 가상이지만 검증은 실제입니다.",
        berth: Told(title: "환영합니다. 정박지는 %번입니다.", next: "불빛을 따라 부두로 오세요. 항만장이 얼굴을 확인합니다."),
        unverified: Told(title: "정박 불가: 신분증이 검증되지 않았습니다.", next: "다른 신분증을 선택하거나 카드를 가지고 항만 사무소로 오세요."),
        tooYoung: Told(title: "정박 불가: 조종사는 21세 이상이어야 합니다.", next: "21세 이상인 사람에게 착륙을 맡기거나 궤도에서 기다리세요."),
        officeAway: Told(
            title: "항만 사무소가 지금은 응대할 수 없습니다.", next: "지갑에는 아무것도 요청하지 않았고, 아무것도 공유되지 않았습니다. 잠시 후 다시 시도하세요."),
        declined: Told(title: "아무것도 공유되지 않았습니다.", next: "중단했거나 지갑을 닫았습니다. 다시 요청하거나 항만 사무소로 오세요."),
        noDocument: Told(title: "사용할 수 있는 신분증이 없습니다.", next: "지갑이 실행 중이고 운전면허증이 들어 있는지 확인한 뒤 다시 요청하거나 항만 사무소로 오세요."),
        notEntitled: Told(title: "이 앱은 요청할 수 없습니다.", next: "지갑이 신뢰하는 등록 기관이 이 요청을 허용하지 않았습니다. 새로운 Docking Pass를 찾거나 항만 사무소로 오세요."),
        otherProgram: Told(title: "허용된 프로그램이 아닙니다.", next: "Docking Pass에 부여된 허가는 다른 빌드에 대한 것입니다. 다시 설치하거나 항만 사무소로 오세요."),
        busy: Told(title: "지갑이 사용 중입니다.", next: "다른 요청이 열려 있습니다. 그 요청을 결정한 뒤 다시 요청하세요."),
        failed: Told(title: "문제가 발생했습니다.", next: "항만 사무소에는 아무것도 공유되지 않았습니다. 다시 요청하세요. 자세한 내용은 지갑의 기록에 있을 수 있습니다."),
        unconfirmed: Told(
            title: "항만 사무소에서 응답을 받았는지 확인하지 않았습니다.", next: "지갑이 응답을 넘겼으므로 도착했을 수 있습니다. 항만 사무소로 오거나 다시 요청하세요."),
        unusable: Told(
            title: "항만 사무소가 이 응답으로는 결정할 수 없습니다.", next: "지갑이 응답을 넘겼지만 정박지는 배정되지 않습니다. 다시 요청하거나 항만 사무소로 오세요."),
        gone: Told(title: "Docking Pass가 종료되었습니다.", next: "다시 시작하세요."))

    static let portuguese = Wording(
        language: "pt", usageDescription: "Para dar um ancoradouro à sua nave.",
        heading: "Um ancoradouro para a sua nave", intro: "Pilotos têm 21 anos ou mais. A sua carteira mostra o que é pedido, e você decide.",
        asked: "O que o porto pede", age: "21 anos ou mais", yesOrNo: "sim ou não", portrait: "Retrato", toKnowYou: "para reconhecer você no cais",
        notKept: "O porto não guarda nada disto, e este aplicativo não consegue ler.",
        waiting: "A sua carteira abriu uma janela própria. Decida lá.", needsScript: "Esta página precisa de JavaScript.",
        alreadyOpen: "Este endereço abre uma só vez. Inicie o Docking Pass de novo.",
        footer: "Um exemplo. O porto é inventado; a verificação é real.",
        berth: Told(title: "Boas-vindas. O seu ancoradouro é o %.", next: "Siga as luzes até o cais. O capitão do porto conhece o seu rosto."),
        unverified: Told(
            title: "Sem ancoradouro: o documento não foi verificado.",
            next: "Escolha outro documento, ou venha ao escritório do porto com o cartão."),
        tooYoung: Told(
            title: "Sem ancoradouro: pilotos precisam ter 21 anos.",
            next: "Peça a alguém que já tenha 21 anos para pousar a nave, ou espere em órbita."),
        officeAway: Told(
            title: "O escritório do porto não pode atender agora.",
            next: "Nada foi pedido à sua carteira, e nada foi compartilhado. Tente de novo daqui a pouco."),
        declined: Told(
            title: "Nada foi compartilhado.",
            next: "Você interrompeu o pedido ou fechou a carteira. Peça de novo, ou venha ao escritório do porto."),
        noDocument: Told(
            title: "Nenhum documento aqui pode ser usado.",
            next: "Veja se a sua carteira está em execução e tem uma carteira de motorista e peça de novo, ou venha ao escritório do porto."),
        notEntitled: Told(
            title: "A sua carteira não deixa este aplicativo pedir.",
            next: "Nenhum registrador em que ela confia permite este pedido. Procure um Docking Pass mais novo, ou venha ao escritório do porto."),
        otherProgram: Told(
            title: "Este não é o programa que pode pedir.",
            next: "O que foi permitido ao Docking Pass vale para outra versão dele. Instale-o de novo, ou venha ao escritório do porto."),
        busy: Told(title: "A sua carteira está ocupada.", next: "Outro pedido está aberto. Decida sobre ele e peça de novo."),
        failed: Told(
            title: "Isso não funcionou.",
            next: "Nada foi compartilhado com o escritório do porto. Peça de novo; o histórico da sua carteira talvez diga mais."),
        unconfirmed: Told(
            title: "O escritório do porto não confirmou a sua resposta.",
            next: "A sua carteira já a entregou, e ela pode ter chegado. Venha ao escritório do porto, ou peça de novo."),
        unusable: Told(
            title: "O escritório do porto não pode decidir com a sua resposta.",
            next: "A sua carteira já a entregou, mas dela não resulta um ancoradouro. Peça de novo, ou venha ao escritório do porto."),
        gone: Told(title: "O Docking Pass foi encerrado.", next: "Inicie-o de novo."))
}
