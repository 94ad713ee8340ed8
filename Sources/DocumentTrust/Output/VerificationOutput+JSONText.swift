package import MobileDocument

// The same texts that `Encodable` gives, written directly; members in the order of their names.

extension VerificationOutput.Check {
    /// Writes the check.
    package func write(to text: inout JSONText) {
        text.object { text in
            text.member("document", document)
            text.member("element", element)
            text.member("id", id)
            text.member("namespace", namespace)
            text.member("outcome", outcome)
            text.member("reason", reason)
        }
    }
}

extension VerificationOutput.Elements {
    /// Writes the comparison.
    package func write(to text: inout JSONText) {
        text.object { text in
            text.member("answered", answered)
            text.member("asked", asked)
            text.member("missing", missing)
            text.member("unrequested", unrequested)
        }
    }
}

extension VerificationOutput.Document {
    /// Writes the document.
    package func write(to text: inout JSONText) {
        text.object { text in
            Self.write("deviceSigned", deviceSigned, to: &text)
            text.member("docType", docType)
            if let identification {
                text.name("identification")
                text.object { text in
                    Self.write("authority", identification.authority, to: &text)
                    Self.write("country", identification.country, to: &text)
                    Self.write("jurisdiction", identification.jurisdiction, to: &text)
                }
            }
            if let issuer {
                text.name("issuer")
                Self.write(issuer, to: &text)
            }
            Self.write("issuerSigned", issuerSigned, to: &text)
            text.member("position", position)
            if let validity {
                text.name("validity")
                text.object { text in
                    text.member("signed", validity.signed)
                    text.member("validFrom", validity.validFrom)
                    text.member("validUntil", validity.validUntil)
                }
            }
        }
    }

    private static func write(_ issuer: Issuer, to text: inout JSONText) {
        text.object { text in
            text.member("authority", issuer.authority)
            text.member("authorityFingerprint", issuer.authorityFingerprint)
            text.member("country", issuer.country)
            text.member("fingerprint", issuer.fingerprint)
            text.member("provenance", issuer.provenance)
            text.member("stateOrProvince", issuer.stateOrProvince)
            text.member("subject", issuer.subject)
        }
    }

    private static func write(_ name: String, _ statement: Statement, to text: inout JSONText) {
        text.name(name)
        text.object { text in
            text.member("agrees", statement.agrees)
            text.member("authority", statement.authority)
            if let element = statement.element {
                text.name("element")
                element.write(to: &text)
            }
            text.member("signer", statement.signer)
        }
    }

    private static func write(_ name: String, _ nameSpaces: [String: [String: ElementJSON]], to text: inout JSONText) {
        text.name(name)
        text.object { text in
            for (nameSpace, elements) in nameSpaces.sorted(by: { $0.key < $1.key }) {
                text.name(nameSpace)
                text.object { text in
                    for (identifier, value) in elements.sorted(by: { $0.key < $1.key }) {
                        text.name(identifier)
                        value.write(to: &text)
                    }
                }
            }
        }
    }
}
