import MobileDocument

extension InAppTransaction {
    /// The transaction as JSON, the same text that `Encodable` gives with sorted keys.
    package var json: [UInt8] {
        var text = JSONText(capacity: 1024)
        text.object { text in
            text.name("documents")
            text.array(documents) { $0.document($1) }
            text.member("isAnyOf", isAnyOf)
            text.member("merchantIdentifier", merchantIdentifier)
            text.member("nonce", nonce)
            text.member("teamIdentifier", teamIdentifier)
        }
        return text.bytes
    }
}

extension JSONText {
    fileprivate mutating func document(_ document: InAppTransaction.Document) {
        object { text in
            text.name("alternatives")
            text.array(document.alternatives) { text, alternative in
                text.object { text in
                    text.name("requested")
                    text.elementName(alternative.requested)
                    text.name("sets")
                    text.array(alternative.sets) { text, names in text.array(names) { $0.elementName($1) } }
                }
            }
            text.member("docType", document.docType)
            text.name("elements")
            text.array(document.elements) { text, element in
                text.object { text in
                    text.member("identifier", element.identifier)
                    text.member("mayBeRetained", element.mayBeRetained)
                    text.member("nameSpace", element.nameSpace)
                }
            }
        }
    }

    fileprivate mutating func elementName(_ name: InAppTransaction.Alternative.Name) {
        object { text in
            text.member("identifier", name.identifier)
            text.member("nameSpace", name.nameSpace)
        }
    }
}
