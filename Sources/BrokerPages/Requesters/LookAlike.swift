/// What a host name in other letters could be taken for.
enum LookAlike {
    /// Letters beside the Latin ones they are drawn like in common typefaces. Unicode Technical Standard 39 has thousands; these are
    /// the ones that names are made of.
    private static let pairs = """
        аa еe іi јj оo рp сc уy хx ѕs һh ԁd ԛq ԝw ӏl ԍg кk мm тt вb нh гr ьb пn шw \
        αa ιi κk νv οo ρp τt υu χx ωw εe ηn βb γy \
        ɑa ɡg ıi ɩi ɪi ʀr ɯm ᴀa ᴄc ᴇe ᴏo ᴜu ᴠv ᴡw ᴢz ոn սu ցg հh օo աw
        """

    private static let latin: [Unicode.Scalar: Character] = pairs.split(separator: " ").reduce(into: [:]) { table, pair in
        let scalars = Array(pair.unicodeScalars)
        table[scalars[0]] = Character(scalars[1])
    }

    /// The name in plain Latin letters that a label looks like; nil if it looks like none, or is plain Latin itself.
    static func of(_ label: String) -> String? {
        guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var name = ""
        for scalar in label.lowercased().unicodeScalars {
            guard let character = scalar.isASCII ? Character(scalar) : latin[scalar] else { return nil }
            name.append(character)
        }
        return name
    }

    /// Whether letters of scripts meet in a label that do not belong together.
    static func mixesScripts(_ label: String) -> Bool { Set(label.unicodeScalars.compactMap(script)).count > 1 }

    /// The scripts that are drawn alike, and so are told apart here.
    private static func script(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: "Latin"
        case 0x250...0x2AF, 0x1D00...0x1D7F: "Phonetic"
        case 0x370...0x3FF, 0x1F00...0x1FFF: "Greek"
        case 0x400...0x52F: "Cyrillic"
        case 0x530...0x58F: "Armenian"
        case 0x13A0...0x13FF, 0xAB70...0xABBF: "Cherokee"
        default: nil
        }
    }
}
