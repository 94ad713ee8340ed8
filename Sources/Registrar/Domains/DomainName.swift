import PublicSuffixes

/// Names of hosts that somebody can own.
enum DomainName {
    /// A name in lower case, checked: LDH labels, at least two, no IP address, no public suffix.
    static func normalized(_ text: String) throws(RegistrarError) -> (name: String, registrable: String) {
        // Before lower case, which turns some letters beyond ASCII into ones of it.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw RegistrarError(.domainName, "\"\(text)\" is not ASCII", mend: "write it in xn-- form, as browsers do")
        }
        let name = text.lowercased()
        let labels = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        let isName = name.utf8.count <= 253 && labels.count >= 2 && labels.allSatisfy(isLabel)
            && labels.last?.allSatisfy({ (0x30...0x39).contains($0) }) == false
        guard isName else {
            throw RegistrarError(
                .domainName, "\"\(text)\" is not the name of a host", mend: "give a full name such as www.rentals.example, no wildcard, port or address")
        }
        guard let registrable = RegistrableDomain.containing(name) else {
            throw RegistrarError(.domainName, "\"\(name)\" is a public suffix, which nobody owns", mend: "give a domain below it")
        }
        return (name, registrable)
    }

    /// Whether it is a label of a host's name, in lower case.
    static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
            && label.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
