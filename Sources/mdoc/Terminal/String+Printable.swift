extension String {
    /// The text with everything that could steer a terminal, break a line or reverse the reading order written out as a
    /// code point. Names and values come from strangers.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isSteering) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if Self.isSteering(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }
}
