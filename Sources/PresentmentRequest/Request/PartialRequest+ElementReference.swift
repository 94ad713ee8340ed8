extension PartialRequest {
    /// A data element, named together with its namespace.
    public struct ElementReference: Sendable, Hashable, CustomStringConvertible {
        /// The namespace, such as `org.iso.18013.5.1`.
        public let nameSpace: String
        /// The element's name in it, such as `family_name`.
        public let identifier: String

        /// Names an element.
        public init(nameSpace: String, identifier: String) throws(PartialRequestFault) {
            try Bounds.check(visibleText: nameSpace, upTo: Bounds.identifierBytes, "a namespace")
            try Bounds.check(visibleText: identifier, upTo: Bounds.identifierBytes, "an element's name")
            self.nameSpace = nameSpace
            self.identifier = identifier
        }

        /// `namespace/identifier`.
        public var description: String { "\(nameSpace)/\(identifier)" }
    }
}
