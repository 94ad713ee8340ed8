extension Shape {
    // MARK: Issuer and device data

    static let mobileSecurityObject = Shape.structure(
        "MobileSecurityObject",
        [
            "version": .plain,
            "digestAlgorithm": .scalar(.digestAlgorithm),
            "valueDigests": .nameSpaces(.digests),
            "deviceKeyInfo": .structure(
                "DeviceKeyInfo",
                [
                    "deviceKey": .key,
                    "keyAuthorizations": .structure("KeyAuthorizations", ["nameSpaces": .plain, "dataElements": .plain]),
                    "keyInfo": .plain,
                ]),
            "docType": .scalar(.docType),
            "validityInfo": .structure(
                "ValidityInfo",
                [
                    "signed": .scalar(.dateTime), "validFrom": .scalar(.dateTime), "validUntil": .scalar(.dateTime),
                    "expectedUpdate": .scalar(.dateTime),
                ]),
            "status": .structure(
                "Status",
                [
                    "status_list": .structure(
                        "status list reference", ["idx": .plain, "uri": .plain, "certificate": .certificate]),
                    "identifier_list": .structure(
                        "identifier list reference", ["id": .plain, "uri": .plain, "certificate": .certificate]),
                ]),
        ])

    static let issuerNameSpaces = Shape.nameSpaces(.list(.embedded(.item)))

    static let deviceAuth = Shape.structure("DeviceAuth", ["deviceSignature": .signature(.device), "deviceMac": .mac])

    static let deviceSigned = Shape.structure(
        "DeviceSigned",
        ["nameSpaces": .embedded(.nameSpaces(.elements(.scalar(.elementValue)))), "deviceAuth": deviceAuth])

    static let document = Shape.structure(
        "Document",
        [
            "docType": .scalar(.docType), "issuerSigned": .issuerSigned, "deviceSigned": deviceSigned,
            "errors": .nameSpaces(.elements(.scalar(.errorCode))),
        ])

    static let deviceResponse = Shape.structure(
        "DeviceResponse",
        [
            "version": .plain, "documents": .list(document), "documentErrors": .list(.elements(.scalar(.errorCode))),
            "status": .scalar(.responseStatus),
            "zkDocuments": .list(.structure("ZkDocument", ["documentData": .embedded(.plain), "proof": .plain])),
            "encryptedDocuments": .list(
                .structure(
                    "EncryptedDocument",
                    ["enc": .scalar(.point), "cipherText": .scalar(.opaque("ciphertext")), "docRequestID": .plain])),
        ])

    // MARK: Requests

    static let itemsRequest = Shape.structure(
        "ItemsRequest",
        [
            "docType": .scalar(.docType), "nameSpaces": .nameSpaces(.elements(.scalar(.retention))),
            "requestInfo": .structure(
                "DocRequestInfo",
                [
                    "alternativeDataElements": .plain, "issuerIdentifiers": .plain, "zkRequest": .plain,
                    "docResponseEncryption": .embedded(
                        .structure(
                            "EncryptionParameters",
                            ["recipientPublicKey": .key, "nonce": .scalar(.nonce), "recipientCertificate": .chain])),
                ]),
        ])

    static let docRequest = Shape.structure(
        "DocRequest", ["itemsRequest": .embedded(itemsRequest), "readerAuth": .signature(.reader)])

    static let deviceRequestInfo = Shape.structure(
        "DeviceRequestInfo",
        [
            "useCases": .list(
                .structure("UseCase", ["mandatory": .plain, "documentSets": .plain, "purposeHints": .elements(.scalar(.purpose))]))
        ])

    static let deviceRequest = Shape.structure(
        "DeviceRequest",
        [
            "version": .plain, "docRequests": .list(docRequest), "deviceRequestInfo": .embedded(deviceRequestInfo),
            "readerAuthAll": .list(.signature(.reader)),
        ])

    // MARK: Online and in person

    static let encryptionInfo = Shape.tuple(
        "EncryptionInfo",
        [
            Member("marker", .plain),
            Member(
                "parameters", .structure("EncryptionParameters", ["nonce": .scalar(.nonce), "recipientPublicKey": .key])),
        ])

    static let encryptedResponse = Shape.tuple(
        "EncryptedResponse",
        [
            Member("marker", .plain),
            Member(
                "sealed",
                .structure(
                    "sealed answer", ["enc": .scalar(.point), "cipherText": .scalar(.opaque("ciphertext with 16-byte tag"))])),
        ])

    static let inAppEnvelope = Shape.structure(
        "HPKEEnvelope",
        [
            "algorithm": .plain,
            "params": .structure(
                "parameters",
                [
                    "mode": .plain, "pkEm": .scalar(.point), "pkRHash": .scalar(.opaque("SHA-256 of the recipient's key")),
                    "infoHash": .scalar(.opaque("SHA-256 of the session transcript")),
                ]),
            "data": .scalar(.opaque("ciphertext with 16-byte tag")),
        ])

    static let inAppPlaintext = Shape.structure("opened envelope", ["identity": deviceResponse])

    static let deviceEngagement = Shape.labelled(
        "DeviceEngagement",
        [
            0: Member("version", .plain),
            1: Member("security", .tuple("Security", [Member("cipher suite", .plain), Member("device key", .embedded(.key))])),
            2: Member("retrieval methods", .plain), 3: Member("server retrieval methods", .plain),
            4: Member("protocol info", .plain),
        ])

    static let sessionTranscript = Shape.tuple(
        "SessionTranscript",
        [
            Member("device engagement", .embedded(deviceEngagement)), Member("reader key", .embedded(.key)),
            Member("handover", .plain),
        ])

    static let sessionEstablishment = Shape.structure(
        "SessionEstablishment", ["eReaderKey": .embedded(.key), "data": .scalar(.opaque("encrypted"))])

    static let sessionData = Shape.structure(
        "SessionData", ["data": .scalar(.opaque("encrypted")), "status": .scalar(.sessionStatus)])

    static let deviceAuthentication = Shape.tuple(
        "DeviceAuthentication",
        [
            Member("context", .plain), Member("session transcript", sessionTranscript), Member("docType", .scalar(.docType)),
            Member("device name spaces", .embedded(.nameSpaces(.elements(.scalar(.elementValue))))),
        ])

    static let readerAuthentication = Shape.tuple(
        "ReaderAuthentication",
        [
            Member("context", .plain), Member("session transcript", sessionTranscript),
            Member("items request", .embedded(itemsRequest)),
        ])

    static let readerAuthenticationAll = Shape.tuple(
        "ReaderAuthenticationAll",
        [
            Member("context", .plain), Member("session transcript", sessionTranscript),
            Member("items requests", .list(.embedded(itemsRequest))), Member("request info", .embedded(deviceRequestInfo)),
        ])

    // MARK: COSE and lists

    static let signedStructure = authenticated("Sig_structure")
    static let macStructure = authenticated("MAC_structure")

    private static func authenticated(_ name: String) -> Shape {
        .tuple(
            name,
            [
                Member("context", .plain), Member("protected", .encoded(.headers(isProtected: true))),
                Member("external data", .plain),
                Member("payload", .encoded(.any)),
            ])
    }

    static let vical = Shape.structure(
        "VICAL",
        [
            "version": .plain, "vicalProvider": .plain, "vicalIssueID": .plain, "date": .scalar(.dateTime),
            "nextUpdate": .scalar(.dateTime), "notAfter": .scalar(.dateTime), "certificateInfos": .list(certificateInfo),
            "vicalURL": .plain, "extensions": .plain,
        ])

    static let rical = Shape.structure(
        "RICAL",
        [
            "type": .scalar(.listType), "version": .plain, "provider": .plain, "date": .scalar(.dateTime), "nextUpdate": .scalar(.dateTime),
            "notAfter": .scalar(.dateTime), "certificateInfos": .list(certificateInfo), "id": .plain, "latestRicalUrl": .plain,
            "extensions": .plain,
        ])

    /// Of both kinds of list.
    private static let certificateInfo = Shape.structure(
        "CertificateInfo",
        [
            "certificate": .certificate, "serialNumber": .plain, "ski": .scalar(.opaque("subject key identifier")),
            "docType": .list(.scalar(.docType)), "certificateProfile": .list(.scalar(.certificateProfile)),
            "issuingAuthority": .plain, "issuingCountry": .plain, "stateOrProvinceName": .plain, "issuer": .scalar(.opaque("name in DER")),
            "subject": .scalar(.opaque("name in DER")), "notBefore": .scalar(.dateTime), "notAfter": .scalar(.dateTime), "extensions": .plain,
            "isTrustAnchor": .scalar(.trustAnchor), "aki": .scalar(.opaque("authority key identifier")), "type": .plain, "name": .plain,
            "trustConstraints": trustConstraints, "trustContraints": trustConstraints,
        ])

    private static let trustConstraints = Shape.list(.structure("trust constraint", [:]))

    static let claims = Shape.labelled(
        "CWT claims",
        [
            1: Member("issuer", .plain), 2: Member("subject", .plain), 3: Member("audience", .plain),
            4: Member("expires", .scalar(.secondsSinceEpoch)), 5: Member("not before", .scalar(.secondsSinceEpoch)),
            6: Member("issued at", .scalar(.secondsSinceEpoch)), 7: Member("token identifier", .plain),
            65530: Member(
                "identifier list", .structure("IdentifierList", ["identifiers": .plain, "aggregation_uri": .plain])),
            65533: Member(
                "status list",
                .structure("StatusList", ["bits": .plain, "lst": .scalar(.opaque("zlib")), "aggregation_uri": .plain])),
            65534: Member("time to live", .plain), 65535: Member("status", .plain),
        ])

    static let headerLabels: [Int64: Member] = [
        1: Member("alg", .scalar(.algorithm)), 2: Member("crit", .plain), 3: Member("content type", .plain),
        4: Member("kid", .plain), 5: Member("IV", .plain), 15: Member("CWT claims", claims), 16: Member("typ", .plain),
        32: Member("x5bag", .chain), 33: Member("x5chain", .chain),
        34: Member("x5t", .tuple("certificate hash", [Member("hash algorithm", .scalar(.hashAlgorithm)), Member("hash", .plain)])),
        35: Member("x5u", .plain),
    ]

    static let keyLabels: [Int64: Member] = [
        1: Member("kty", .scalar(.keyType)), 2: Member("kid", .plain), 3: Member("alg", .scalar(.algorithm)),
        4: Member("key_ops", .plain), 5: Member("base IV", .plain), -1: Member("crv", .scalar(.curve)), -2: Member("x", .plain),
        -3: Member("y", .plain), -4: Member("d", .scalar(.secret)),
    ]
}
