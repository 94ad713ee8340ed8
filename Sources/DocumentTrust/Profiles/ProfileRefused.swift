/// A profile that production mode does not accept.
public struct ProfileRefused: Error, Sendable, Hashable, CustomStringConvertible {
    /// Name of the profile.
    public let profile: String

    package init(profile: String) { self.profile = profile }

    /// What is wrong and how to mend it.
    public var description: String {
        "the profile \"\(profile)\" is not accepted in production; use \"iso\""
    }
}
