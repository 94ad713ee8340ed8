import TextEncodings

/// Text from inspected bytes, made fit for a terminal: bounded, on one line, without control or direction characters.
enum SafeText {
    /// Escaped, without quotes.
    static func plain(_ text: String, limit: Int = 200) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return result + "…" }
            count += 1
            if !scalar.isVisible {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else if scalar == "\\" {
                result += "\\\\"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Escaped, in double quotes.
    static func quoted(_ text: String, limit: Int = 200) -> String { "\"" + plain(text, limit: limit) + "\"" }
}
