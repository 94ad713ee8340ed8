import PostgreSQLVerificationStore

extension PostgreSQLSettings {
    /// Settings for a machine that may be busy with other tests.
    static func patient(_ connection: String) -> PostgreSQLSettings {
        var settings = PostgreSQLSettings(connection: connection)
        settings.waitSeconds = 300
        settings.statementSeconds = 300
        settings.connectSeconds = 300
        return settings
    }
}
