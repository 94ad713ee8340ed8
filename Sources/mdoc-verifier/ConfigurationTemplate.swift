/// The configuration that `init` writes.
enum ConfigurationTemplate {
    static func text(origin: String, isDevelopment: Bool, backendDigest: String) -> String {
        """
        # mdoc-verifier. Paths are relative to this file. Every key can be set by a variable, too: store.sqlite.path is
        # VERIFIER_STORE_SQLITE_PATH. `mdoc-verifier check-config` lists every mistake.

        # The page's origin. It is signed into every request; an answer for another origin does not open.
        origin: \(origin)
        production: \(!isDevelopment)
        # iso reports where it is unknown whether something was revoked; iso-strict refuses there.
        profile: iso

        # The page's routes; put your web server in front, or let your site forward them, so that they have the page's origin.
        listen: 127.0.0.1:8080
        page-path: /verification

        # What may be asked, each under a name that your server uses.
        policies: [over-21, rental]
        policy:
          over-21:
            goals: [age_over_21]
          rental:
            goals: [name, age_over_21, portrait, driving_privileges]
            # Only what is retained may stay after delivery, and the person is told so.
            retain: [name]
            required: [name, age_over_21, portrait]
            retention-seconds: 86400

        # Who asks: reader certificates, one for each kind of wallet that wants another.
        readers: []
        # readers: [main]
        # reader:
        #   main:
        #     certificate-file: reader.pem
        #     key-file: reader-key.pem

        # Whom to believe: a trust store, made with `mdoc trust add ROOT.pem --store trust`. It is kept fresh in the background.
        trust:
          path: trust

        store:
          kind: sqlite
          sqlite:
            path: sessions.sqlite

        # Seals what is stored; the first key seals, the others still open. 32 bytes in base64url each.
        sealing:
          keys: [one]
          one:
            key-file: sealing-1.key

        # Signs a record of each decision.
        audit:
          key-file: audit-key.pem

        # Your website's server. The service knows the key's digest only.
        backend:
          keys: [site]
          site:
            sha256: \(backendDigest)

        # Apps that ask the wallet themselves: how they name this service, and the private keys of its encryption certificates in use.
        # in-app:
        #   merchant: merchant.rentals.example
        #   team: RENTALS
        #   keys: [one]
        #   one:
        #     key-file: merchant-1.key

        # webhook:
        #   url: https://rentals.example/hooks/verification
        #   secret-file: webhook.key

        """
    }
}
