import VectorSupport

/// A whole exchange with fixed keys on both sides, made by a prototype that works with Chromium 156.
struct FixedExchange {
    let qr =
        "FIDO:/06476132636950694113219663581736704571507612965661530926148593274682365947401183476280056405080735278802542101049181187005795029762731626641600167267609831634480200807428"
    let clientIdentity = Hex.bytes("1111111111111111111111111111111111111111111111111111111111111111")
    let secret = Hex.bytes("000102030405060708090a0b0c0d0e0f")
    let invitation = Hex.bytes(
        """
        a6005821020217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed0150000102030405060708090a0b0c0d0e0f
        0202031a6b00f5eb04f40563646370
        """)
    let advertKeys = Hex.bytes(
        """
        d06e92859fa9afce38139c04dae7f64196acfdb9a28dffb326f3a8f2cc0788e228bd73c3484f2f7de169d9b087c30e6f409e70bc86f5d6
        5e03d762b4b0df2af7
        """)
    let tunnel = Hex.bytes("de1d8150b45f03349b2b00a52e2e893e")
    let identifier = Hex.bytes("00a0a1a2a3a4a5a6a7a8a90102030a01")
    let advert = Hex.bytes("5030baa1c0312c243cc806630b48763522e1ec79")
    let sharedKey = Hex.bytes("acc32942bebb15787a9b67af0e5e1372aad833f913911a791e740709f2a58e15")
    let clientEphemeral = Hex.bytes("2222222222222222222222222222222222222222222222222222222222222222")
    let authenticatorEphemeral = Hex.bytes("3333333333333333333333333333333333333333333333333333333333333333")
    let hello = Hex.bytes(
        """
        04d65a93977caa3d1b081852ff57a79e465f1660577304baead505dd3a48589cf350185e895372df6221ea3a137557e473fddb6755f05b
        d507c3c533fce9c91285f87e4696479a7d06e9190024163b5715
        """)
    let reply = Hex.bytes(
        """
        0451a7580833898ea1b183cbd7350a4099078c6ef1c1e18e970cd7683035f25e7d0110522712b0b5a7cff081685486984a94e6831edac4
        6e7360fa9d834a7a81a155a6427251513f907354a755f3730cdd
        """)
    let fromClient = Hex.bytes("43de83a2d5c381d17f9428b7230c57c008fc94f9e1bf1354d54b492401736b8b")
    let fromAuthenticator = Hex.bytes("1efa0110363fae2d41d2e4f78805ec149c6bec784e5291f03d2894910a73612b")
    let hash = Hex.bytes("41ea8bc7fab0b72f509ed45ff7d015c8162bca6b9edddb986c4791f39ba3e269")
    let capabilities = Hex.bytes("a10381626463")
    let capabilitiesFrame = Hex.bytes("6646e310d00ea2dfa138ca588ab75c767a0a5f8ecffb0ea204cda3b8b29530ffc3a63fb899fd735d8e4e3be52ace9fef")
    let responseFrame = Hex.bytes("595c24ed3eea35fc93f338d975aaf1df694a985452b94a4064d7f993a81db45d7dde9105162e04facd89e25ddda9914b")
    let domain = "cable.wufkweyy3uaxb.com"
    let response = #"{"x":1}"#
}
