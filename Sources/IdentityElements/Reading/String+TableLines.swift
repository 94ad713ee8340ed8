extension String {
    /// The lines of a table, empty ones too, however they end: a carriage return and a line feed are one character.
    var tableLines: [Substring] { split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" } }
}
