extension String {
    /// The text for people to read: characters that are invisible, end a line or change the direction of writing stand there by their numbers
    /// (`\u{202e}`), so that nothing in it reads as words of ours. So do backslashes, which begin such numbers.
    public var escapingInvisible: String {
        unicodeScalars.map { scalar in
            scalar.isVisible && scalar != "\\" ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
        }.joined()
    }
}
