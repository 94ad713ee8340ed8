/// Syntax of the names that go into certificates as IA5String: DNS names, mailboxes and URIs (RFC 5280 4.2.1.6).
///
/// Only the shape is looked at; nothing is resolved.
enum InternetName {
    /// Whether the text is a DNS name in preferred syntax: letters, digits and inner hyphens, no wildcard, no final dot.
    static func isDomain(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        let labels = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        for label in labels {
            guard (1...63).contains(label.count), label.first != 0x2D, label.last != 0x2D else { return false }
            guard label.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2D }) else { return false }
        }
        // A purely numeric last label makes the text an IPv4 address, which belongs in another name form.
        return labels.last?.allSatisfy(isDigit) == false
    }

    /// Whether the text is a plain mailbox, `local@domain`, without quoting, comments or a display name.
    static func isMailbox(_ text: String) -> Bool {
        let halves = text.utf8.split(separator: 0x40, omittingEmptySubsequences: false)
        guard halves.count == 2, (1...64).contains(halves[0].count), let domain = String(halves[1]) else { return false }
        let atoms = halves[0].split(separator: 0x2E, omittingEmptySubsequences: false)
        let atomPunctuation = "!#$%&'*+-/=?^_`{|}~".utf8
        return atoms.allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { isLetter($0) || isDigit($0) || atomPunctuation.contains($0) }
        } && isDomain(domain)
    }

    /// The scheme of an absolute URI in lower case, or nil if the text is not one (RFC 3986).
    ///
    /// Web URIs must name a host: certificates need a place that others can reach, not a relative reference.
    static func scheme(ofURI text: String) -> String? {
        // The bound keeps a mistaken argument (a whole file, say) out of every certificate.
        guard text.utf8.count <= 2048, let colon = text.utf8.firstIndex(of: 0x3A) else { return nil }
        let scheme = text.utf8[..<colon]
        guard let initial = scheme.first, isLetter(initial),
            scheme.allSatisfy({ isLetter($0) || isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        let rest = text.utf8[text.utf8.index(after: colon)...]
        guard !rest.isEmpty, hasOnlyURICharacters(rest) else { return nil }

        let name = text[..<colon].lowercased()
        if name == "http" || name == "https" {
            guard rest.starts(with: "//".utf8) else { return nil }
            let authority = rest.dropFirst(2).prefix { ![0x2F, 0x3F, 0x23].contains($0) }
            // No user information: whatever is written here is published in every certificate.
            guard let host = authority.first, host != 0x3A, !authority.contains(0x40) else { return nil }
        }
        return name
    }

    private static func hasOnlyURICharacters(_ bytes: Substring.UTF8View) -> Bool {
        let punctuation = "-._~:/?#[]@!$&'()*+,;=%".utf8
        var hexDigitsDue = 0
        for byte in bytes {
            if hexDigitsDue > 0 {
                guard isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte) else { return false }
                hexDigitsDue -= 1
            } else {
                guard isLetter(byte) || isDigit(byte) || punctuation.contains(byte) else { return false }
                if byte == 0x25 { hexDigitsDue = 2 }
            }
        }
        return hexDigitsDue == 0
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte)
    }
}
