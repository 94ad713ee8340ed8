/// What whoever applies for an app has to accept.
public enum AppTerms {
    /// The terms' version, which an application names.
    public static let version = "2026-1"

    /// The terms.
    public static let text = """
        Terms for apps that ask for identity documents, \(version)

        1. Everybody in the region who uses the same goods or services goes through an equal process, with a document or without one.
        2. Only what the transaction needs is asked for; a threshold where a threshold is enough.
        3. What is asked for is used for the stated purpose alone, kept no longer than the person was told, and given to nobody who is not named.
        4. Answers are verified on the merchant's server, not in the app.
        5. The grant is for the named app alone, and for one build at a time. Who changes what the app asks for applies anew.
        6. The registrar may withdraw a grant; wallets stop answering within two days.

        """
}
