/// Hosts as the URL standard serializes them.
enum HostName {
    static func normalized(_ text: Substring) throws(OriginError) -> String {
        if text.hasPrefix("[") {
            guard let groups = groups(ofIPv6: text.dropFirst().dropLast()) else { throw .host }
            return "[" + serialized(groups) + "]"
        }
        // Before lower case, which turns U+212A (Kelvin sign) into a k.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .host }
        let host = text.lowercased()
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy(isHostCharacter) else { throw .host }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // One empty label at the end is a name with its root dot, which is another origin than the one without.
        guard labels.allSatisfy({ $0.utf8.count <= 63 }), labels.dropLast().allSatisfy({ !$0.isEmpty }), labels != [""] else { throw .host }
        // The URL standard reads a host whose last label is numeric as an IPv4 address, also from short or octal forms;
        // only the plain form is accepted, so that nothing changes its meaning.
        let last = labels.last(where: { !$0.isEmpty }) ?? ""
        if last.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) || last.hasPrefix("0x") {
            guard isIPv4(host) else { throw .host }
        }
        return host
    }

    static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in
            guard let value = UInt8(part) else { return false }
            return String(value) == part
        }
    }

    private static func isHostCharacter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func groups(ofIPv6 text: Substring) -> [UInt16]? {
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        // An IPv4 address may stand at the very end only.
        guard let head = groups(halves[0], allowsIPv4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return head.count == 8 ? head : nil }
        guard let tail = groups(halves[1], allowsIPv4: true), head.count + tail.count < 8 else { return nil }
        return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring, allowsIPv4: Bool) -> [UInt16]? {
        if text.isEmpty { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if allowsIPv4, part.contains("."), index == parts.count - 1, isIPv4(String(part)) {
                let bytes = part.split(separator: ".").compactMap { UInt16($0) }
                groups.append(bytes[0] << 8 | bytes[1])
                groups.append(bytes[2] << 8 | bytes[3])
            } else {
                guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16) else {
                    return nil
                }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }

    /// The longest run of two or more zero groups becomes `::`, the first of equals.
    private static func serialized(_ groups: [UInt16]) -> String {
        var best = 0..<0
        var index = 0
        while index < 8 {
            guard groups[index] == 0 else {
                index += 1
                continue
            }
            var end = index
            while end < 8, groups[end] == 0 { end += 1 }
            if end - index >= 2, end - index > best.count { best = index..<end }
            index = end
        }
        let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        if best.isEmpty { return text(groups[...]) }
        return text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
    }
}
