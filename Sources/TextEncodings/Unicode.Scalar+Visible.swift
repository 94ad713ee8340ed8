extension Unicode.Scalar {
    /// Whether it is neither invisible nor ends a line nor changes the direction: with such a one, a text could be made to look like another.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        // Fillers and selectors are letters and marks by their category; the braille pattern without dots is a symbol.
        default: !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
        }
    }
}
