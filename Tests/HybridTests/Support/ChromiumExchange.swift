import VectorSupport

/// What stock Chromium 156 sent and took in one exchange with a prototype of an authenticator. The browser's private keys are not known.
struct ChromiumExchange {
    let qr =
        "FIDO:/46001380927209638523188893775160672921389757259810635122942867045961697152546070286813682748188964574219980341147162027008060244854598465403879927880166631634480200807428"
    let invitation = Hex.bytes(
        """
        a6005821036ea323ca63b0c0dfb95ac15193e2c967497e0e6521c87cc921479aa7adf7ae24015066d682ab5591b003fc4686d7223313dd
        0202031a6b00fcbf04f40563646370
        """)
    let tunnel = Hex.bytes("b86090192747649e50b47182fd7fcaf5")
    let advertKeys = Hex.bytes(
        """
        61ef2d0651c5f9c0f52fe5be60d9e47845b2c202432ebf1e75784c8ebc241e927b02370da5141cd5378b91d4fb61aede5b458ccbc5840e
        43a584af27d2918282
        """)
    let identifier = Hex.bytes("008023c76163781cf8a8ba0a0b0c0000")
    let advert = Hex.bytes("f350fcde91d86180a00e01de2c52eee189927923")
    let sharedKey = Hex.bytes("2609dbb9215c7c2cb25df3fa360eda2b05dedcc6e070f4c83843f54d9c9d1bec")
    let hello = Hex.bytes(
        """
        04965a3b8ef55d2dcd7f17d09f45b984f48b0cf278c576b1bb9d8b23226ec26ace169ddf2fd701743431ed7ea809b6a00d9a31c75a7780
        fb0c46b133952fdc6471a5ec809ec08cd518865d7a88ec804e88
        """)
    let authenticatorEphemeral = Hex.bytes("755cda0d929cc865e69e1481b0592427f7f71e0e33990c9ca902ae9aa348f5c1")
    let reply = Hex.bytes(
        """
        046209fb82a8cda3219c64d622af08b5902702c81d7b6d2cec30be2372cac432f4943967e9512c2f3b5d6641c8cb1a73e85511df6edfb1
        df4993a7badb81b800ca1355fae00e5e19c5be313d206886b772
        """)
    let fromClient = Hex.bytes("2a04cf5b2315c4e49e2b42c45ca010afe738172e7de4c7d60a215b4486768443")
    let fromAuthenticator = Hex.bytes("7d491bb915285eb3b4c753374be640fd39618c0e662706f2dbeb2457c0622c34")
    let hash = Hex.bytes("1dc23a83aec6370665f16757456f86c230867ec6f1cfcd8d7c88d670031c9290")
    let capabilities = Hex.bytes("a10381626463")
    let capabilitiesFrame = Hex.bytes("1024198994084fab1ceb41c8e593fd4f3d8db32493eec285a6cedb36bc8b17e94de3201ecd30a2fdf13f1c2cfa1d092f")
    let requestFrame = Hex.bytes(
        """
        6c7015a29731f789ff98f8e73c17d65790e736f5bc3c9e93a69d69835fd2b4919137db1d0d48e374b0707a3fe7c8a631cf78a73faa223d
        f898a4a263c6cb6419dfb1503fa230d8d80bfbeb083d1563e2f081f97336cee00b4695f99f81eb4e2a7bf0220e79cb74574f6bdb5af430
        9c22ad79724b053068ebc19d501fc89ec0d5c4a0829f1729f5684ead411be7e0e7a3571b8bb2d0b7feaa626486298abdf437b50fb3bfa5
        1ab443ef5802431248bb7dcadc7713aa4d760dbcc6127f9687fb4bb3329f6e57fb1abae873a0e3e1e56d7553e049c6d9695bb24ed76479
        90bc287db45cb5f810406add775fd89c52e1056b
        """)
    let responseFrame = Hex.bytes(
        """
        7824b49a290234fdba64af7c48303c327ac985c818ca1eb5e7cf81f25328cc175a6b6d6427cecb8b45d816042ca5f67e6fa1dfab21404b
        b72072e6f9e88c80be3fa06eb89397b1b2b5f75b70ae7a99dcc456914e126c919a2ef8d2b14f77c6ff55ba4837db17e5131b8ab560a50f
        df63
        """)
    let shutdownFrame = Hex.bytes("7b81f2e5de6459073e8f9c10b4fddf32eb98359f6fc48aa826e08abfd6446b62aff5d6b4dce122e781c383ce80cfec58")
    let request =
        #"{"origin":"http://localhost:8801","request":{"digital":{"requests":[{"data":{"deviceRequest":"omd2ZXJz","encryptionInfo":"gmVkY2Fw"},"protocol":"org-iso-mdoc"}]}},"requestType":"credential.get"}"#
    let response =
        #"{"response":{"digital":{"data":{"protocol":"org-iso-mdoc","data":{"response":"AAAA"}}}}}"#
}
