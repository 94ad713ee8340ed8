import CPublicSuffix

/// Where one owner's names end and a public suffix begins, by the Public Suffix List.
package enum RegistrableDomain {
    /// The domain somebody can register that a name lies under, `rentals.co.uk` for `www.rentals.co.uk`; nil for a public suffix
    /// itself and where the list is not at hand.
    ///
    /// - Parameter name: in lower case, A-labels.
    package static func containing(_ name: String) -> String? {
        // The list that is built into the library: a constant, so that no file decides.
        guard let list = psl_builtin() else { return nil }
        // What is found is a part of the very bytes that were handed in, which must live until it is copied.
        return name.withCString { name in psl_registrable_domain(list, name).map { String(cString: $0) } }
    }
}
