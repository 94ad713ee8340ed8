import PostgreSQLVerificationStore

extension PostgreSQLSettings {
    /// Settings for a machine that may be busy with other tests.
    static func patient(_ connection: String) -> PostgreSQLSettings {
        var settings = PostgreSQLSettings(connection: connection)
        settings.waitSeconds = 60
        settings.statementSeconds = 60
        settings.connectSeconds = 60
        return settings
    }
}
