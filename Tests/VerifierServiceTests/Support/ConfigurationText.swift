import Crypto
import MobileDocument

/// Configurations for tests.
enum ConfigurationText {
    static let auditKey = P256.Signing.PrivateKey().pemRepresentation

    /// The same, with its store in the PostgreSQL whose connection string is in the file `database`.
    static let onPostgreSQL = good.replacing(
        "  sqlite:\n    path: sessions.sqlite\n", with: "  kind: postgresql\n  postgresql:\n    connection-file: database\n")

    static let good = """
        origin: https://rentals.example
        profile: iso
        policies: [rental, over-21]
        policy:
          rental:
            goals: [name, age_over_21, portrait]
            retain: [name]
            required: [name, age_over_21]
            retention-seconds: 3600
          over-21:
            goals: [age_over_21]
        allowed-goals: [age_over_21, portrait]
        readers: [main]
        reader:
          main:
            certificate-file: reader.pem
            key-file: reader-key.pem
        trust:
          path: trust
        store:
          sqlite:
            path: sessions.sqlite
        sealing:
          keys: [one]
          one:
            key: \(Base64URL.encode([UInt8](repeating: 7, count: 32)))
        audit:
          key-file: audit-key.pem
        backend:
          keys: [site]
          site:
            sha256: \(Hexadecimal.text(Array(SHA256.hash(data: Array(ServiceWorld.backendKey.utf8)))))
        limits:
          body-bytes: 262144
          per-minute: 100000
          body-seconds: 300

        """
}
