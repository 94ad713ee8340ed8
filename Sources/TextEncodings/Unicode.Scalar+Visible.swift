extension Unicode.Scalar {
    /// Whether it is neither invisible nor ends a line nor changes the direction: with such a one, a text could be made to look like another.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
