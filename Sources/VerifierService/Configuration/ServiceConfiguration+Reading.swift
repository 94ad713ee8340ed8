import CBOR
import Configuration
import COSE
import Crypto
import DocumentTrust
import ElementTableFiles
import HTTPTypes
import IdentityElements
import MobileDocument
import NetworkAddressing
import RelyingParty
import TextEncodings
import VerificationSessions

extension ServiceConfiguration {
    /// Reads a configuration from a file (YAML or JSON) and the environment, which wins: `origin` is `VERIFIER_ORIGIN` there,
    /// `store.sqlite.path` is `VERIFIER_STORE_SQLITE_PATH`.
    ///
    /// - Throws: every mistake at once.
    public static func read(file path: String?, environment: [String: String]) async throws(ConfigurationMistakes) -> ServiceConfiguration {
        try await read(file: path, environment: environment, connections: ServiceLimits.defaultConnections)
    }

    /// The same for a process that has no room for so many connections as are usual.
    ///
    /// - Parameter connections: of a listener, where the configuration does not say how many.
    package static func read(
        file path: String?, environment: [String: String], connections: Int
    ) async throws(ConfigurationMistakes) -> ServiceConfiguration {
        var providers: [any ConfigProvider] = [
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "verifier")
        ]
        var file: ConfigurationFile?
        if let path {
            let read = try await ConfigurationFile(path: path)
            file = read
            providers.append(read.provider)
        }
        var reader = SettingsReader(providers, directory: file?.directory ?? ".", variables: Set(environment.keys))
        let configuration = read(&reader, connections)
        let mistakes = reader.allMistakes(fileKeys: file?.keys ?? [])
        guard mistakes.isEmpty, let configuration else { throw ConfigurationMistakes(mistakes: mistakes) }
        return configuration
    }

    /// Reads everything, whatever fails on the way; nil if something that is needed is not there.
    private static func read(_ reader: inout SettingsReader, _ connections: Int) -> ServiceConfiguration? {
        let mode: VerificationMode = reader.flag("production", default: true) ? .production : .development
        let origin = origin(&reader, mode)
        let profile = profile(&reader, mode)
        let tables = tables(&reader)
        let policies = policies(&reader, tables)
        let signers = signers(&reader)
        if let policies {
            do { try policies.check(signedBy: signers) } catch { reader.reject("readers", error.description) }
        }
        let merchant = merchant(&reader)
        let trustPath = reader.path("trust.path", for: "the folder of the trust store (mdoc trust add)")
        let trustSeconds = reader.number("trust.reload-seconds", default: 30, in: 1...3600, "s")
        let network = network(&reader, mode)
        let store = store(&reader)
        let sealing = sealing(&reader)
        let audit = audit(&reader)
        let page = listener("listen", &reader, default: "127.0.0.1:8080")
        let backend = backendListener(&reader)
        if let page, let backend, page.collides(with: backend) {
            reader.reject("backend.listen", "the page's listener (listen) has that port already; give another, or leave this key out")
        }
        let pagePath = pagePath(&reader)
        let keys = backendKeys(&reader, hasClientAuthorities: backend?.tls?.clientAuthorities != nil)
        let webhook = webhook(&reader, mode)
        let limits = limits(&reader, connections)
        let settings = settings(&reader)
        guard let origin, let policies, let trustPath, let store, let sealing, let audit, let page else { return nil }
        return ServiceConfiguration(
            origin: origin, mode: mode, profile: profile, policies: policies, signers: signers, merchant: merchant, trustPath: trustPath,
            trustSeconds: trustSeconds, network: network, store: store, sealing: sealing, audit: audit, pageListener: page, backendListener: backend,
            pagePath: pagePath, backendKeys: keys, webhook: webhook, limits: limits, settings: settings)
    }

    private static func network(_ reader: inout SettingsReader, _ mode: VerificationMode) -> NetworkProfile {
        let name = reader.choice("trust.network", default: NetworkName.production)
        if mode == .production, name == .loopbackTests { reader.reject("trust.network", "loopback-tests works with production: false only") }
        return name.profile
    }

    private static func origin(_ reader: inout SettingsReader, _ mode: VerificationMode) -> Origin? {
        guard let text = reader.requiredText("origin", for: "the page's origin, such as https://rentals.example") else { return nil }
        do {
            let origin = try Origin(text)
            if mode == .production, !origin.serialized.hasPrefix("https://") {
                reader.reject("origin", "production wants https; set production to false for http://localhost")
            }
            return origin
        } catch {
            reader.reject("origin", error.description)
            return nil
        }
    }

    private static func profile(_ reader: inout SettingsReader, _ mode: VerificationMode) -> any VerificationProfile {
        let profile = reader.choice("profile", default: ProfileName.iso).profile
        do { _ = try VerificationJudge(profile: profile, mode: mode, trust: { IssuerTrustList([]) }) } catch {
            reader.reject("profile", "\(error)")
        }
        return profile
    }

    /// What elements mean, by tables of one's own too: a folder that is named has to be there.
    private static func tables(_ reader: inout SettingsReader) -> ElementTables {
        guard let folder = reader.text("tables") else { return .builtIn }
        do { return try InstalledTables.read(reader.resolve(folder)) } catch {
            reader.reject("tables", error.description)
            return .builtIn
        }
    }

    private static func policies(_ reader: inout SettingsReader, _ tables: ElementTables) -> PolicyCatalogue? {
        let names = reader.texts("policies")
        var policies: [VerificationPolicy] = []
        for name in names {
            guard let policy = policy(name, &reader, tables) else { continue }
            policies.append(policy)
        }
        let allowed = goals("allowed-goals", &reader)
        // A policy that could not be read has been told already.
        if policies.count < names.count { return nil }
        do { return try PolicyCatalogue(policies, allowedGoals: Set(allowed), tables: tables) } catch {
            reader.reject(error.code == .legalBasis ? "allowed-goals" : "policies", error.description)
            return nil
        }
    }

    private static func policy(_ name: String, _ reader: inout SettingsReader, _ tables: ElementTables) -> VerificationPolicy? {
        let key = "policy.\(name)"
        var documents: [PolicyDocument] = []
        let parts = reader.texts("\(key).documents")
        for part in parts.isEmpty ? [key] : parts.map({ "\(key).\($0)" }) {
            let wanted = goals("\(part).goals", &reader)
            let retain = goals("\(part).retain", &reader)
            let docType = reader.text("\(part).doctype").map { DocType(rawValue: $0) } ?? .mobileDrivingLicence
            let fallback: AgeFallback = reader.flag("\(part).age-fallback", default: false) ? .age : .nothing
            let basis = Set(goals("\(part).legal-basis", &reader).elementNames)
            do {
                documents.append(
                    try PolicyDocument(
                        docType: docType, goals: wanted, retain: Set(retain), ageFallback: fallback, legalBasis: basis, tables: tables))
            } catch {
                reader.reject("\(part).goals", error.description)
            }
        }
        let isAnyOf = reader.flag("\(key).any-of", default: false)
        let required = reader.texts("\(key).required").isEmpty ? nil : goals("\(key).required", &reader)
        let seconds = reader.number("\(key).session-seconds", default: 600, in: VerificationPolicy.sessionRange, "s")
        let retention = reader.number("\(key).retention-seconds", default: 0, in: VerificationPolicy.retentionRange, "s")
        guard documents.count == max(parts.count, 1) else { return nil }
        do {
            return try VerificationPolicy(
                name: name, documents: documents, isAnyOf: isAnyOf, required: required, sessionSeconds: seconds, retentionSeconds: retention)
        } catch {
            reader.reject(key, error.description)
            return nil
        }
    }

    private static func goals(_ key: String, _ reader: inout SettingsReader) -> [VerificationGoal] {
        var goals: [VerificationGoal] = []
        for word in reader.texts(key) {
            do { goals.append(try VerificationGoal(word)) } catch { reader.reject(key, error.description) }
        }
        return goals
    }

    private static func signers(_ reader: inout SettingsReader) -> [ReaderSigner] {
        var signers: [ReaderSigner] = []
        for name in reader.texts("readers") {
            // All of them before any is missed: every mistake is told at once.
            let key = reader.content("reader.\(name).key-file", for: "the private key of a reader certificate, in PEM", isSecret: true)
            let chain = reader.content("reader.\(name).certificate-file", for: "a reader certificate and its chain, in PEM")
            let each = reader.flag("reader.\(name).signs-each-document", default: false)
            guard let key, let chain else { continue }
            do {
                let signing = try SigningKey(pemRepresentation: key)
                let certificates = try ReaderChain(pem: chain, key: signing.verificationKey).certificates
                signers.append(
                    ReaderSigner(
                        name: name, chain: certificates, key: signing, coverage: each ? .wholeRequestAndEachDocument : .wholeRequest))
            } catch let error as ReaderChain.Fault {
                reader.reject("reader.\(name).certificate-file", error.description)
            } catch {
                reader.reject("reader.\(name).key-file", "\(error)")
            }
        }
        return signers
    }

    private static func merchant(_ reader: inout SettingsReader) -> InAppMerchant? {
        let names = reader.texts("in-app.keys")
        guard !names.isEmpty || reader.text("in-app.merchant") != nil || reader.text("in-app.team") != nil else { return nil }
        let merchant = reader.requiredText("in-app.merchant", for: "the merchant identifier of the apps' requests")
        let team = reader.requiredText("in-app.team", for: "the identifier of the team that makes the apps")
        if names.isEmpty { reader.reject("in-app.keys", "missing; it lists the names of the keys of the encryption certificates in use") }
        guard let merchant, let team else { return nil }
        let keys = names.compactMap { merchantKey($0, of: merchant, team, &reader) }
        guard keys.count == names.count else { return nil }
        return try? InAppMerchant(merchantIdentifier: merchant, teamIdentifier: team, keys: keys)
    }

    /// A key, which opens envelopes until its certificate ends, where that is given.
    private static func merchantKey(_ name: String, of merchant: String, _ team: String, _ reader: inout SettingsReader) -> MerchantKey? {
        let (keySetting, certificateSetting) = ("in-app.\(name).key-file", "in-app.\(name).certificate-file")
        let certificateText = reader.text(certificateSetting).flatMap { _ in reader.content(certificateSetting, for: "the key's certificate, in PEM") }
        guard let pem = reader.content(keySetting, for: "the private key of an encryption certificate, in PEM", isSecret: true) else { return nil }
        guard let key = try? P256.KeyAgreement.PrivateKey(pemRepresentation: pem), PKCS8PEM.names(.p256, in: pem) else {
            reader.reject(keySetting, "the file holds no P-256 private key in PEM")
            return nil
        }
        guard let certificateText else { return MerchantKey(key) }
        let certificate: MerchantCertificate
        do { certificate = try MerchantCertificate(ByteSlice(PEMBlock.all(in: certificateText).first?.bytes ?? [])) } catch {
            reader.reject(certificateSetting, error.description)
            return nil
        }
        guard certificate.merchantIdentifier == merchant, certificate.teamIdentifier == team else {
            reader.reject(certificateSetting, "the certificate is that of \(certificate.merchantIdentifier) of team \(certificate.teamIdentifier)")
            return nil
        }
        guard let certified = MerchantKey(key, certificate: certificate) else {
            reader.reject(certificateSetting, "the certificate is for another key than the one in key-file")
            return nil
        }
        return certified
    }

    private static func store(_ reader: inout SettingsReader) -> StoreConfiguration? {
        switch reader.choice("store.kind", default: StoreConfiguration.Kind.sqlite) {
        case .sqlite: reader.path("store.sqlite.path", for: "the file that keeps the sessions").map { .sqlite(path: $0) }
        case .postgresql: postgresql(&reader).map { .postgresql($0) }
        }
    }

    private static func postgresql(_ reader: inout SettingsReader) -> PostgreSQLConfiguration? {
        let key = "store.postgresql"
        let connection = reader.secret("\(key).connection", for: "a connection string, such as postgresql://verifier@db/verifier")
        let poolSize = reader.number("\(key).pool-size", default: 8, in: 1...100, "connections")
        let wait = reader.number("\(key).wait-seconds", default: 5, in: 1...300, "s")
        let connect = reader.number("\(key).connect-seconds", default: 5, in: 1...300, "s")
        let statement = reader.number("\(key).statement-seconds", default: 5, in: 1...300, "s")
        return connection.map {
            PostgreSQLConfiguration(connection: $0, poolSize: poolSize, waitSeconds: wait, connectSeconds: connect, statementSeconds: statement)
        }
    }

    private static func sealing(_ reader: inout SettingsReader) -> SealingKeyRing? {
        let names = reader.texts("sealing.keys")
        guard !names.isEmpty else {
            reader.reject("sealing.keys", "missing; it lists the names of the keys that seal stored sessions, the one in use first")
            return nil
        }
        let keys = names.compactMap { name in
            reader.secretBytes("sealing.\(name).key", for: "32 random bytes in base64url").map { (name: name, key: $0) }
        }
        guard keys.count == names.count else { return nil }
        do { return try SealingKeyRing(keys) } catch {
            reader.reject("sealing.keys", error.description)
            return nil
        }
    }

    private static func audit(_ reader: inout SettingsReader) -> AuditSigner? {
        let purpose = "a P-256 private key in PEM that signs audit records and nothing else"
        guard let pem = reader.content("audit.key-file", for: purpose, isSecret: true) else { return nil }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem), PKCS8PEM.names(.p256, in: pem) else {
            reader.reject("audit.key-file", "the file holds no P-256 private key in PEM")
            return nil
        }
        return AuditSigner(key: key)
    }

    /// The backend's own listener, if there is to be one.
    private static func backendListener(_ reader: inout SettingsReader) -> Listener? {
        guard reader.text("backend.listen") == nil else { return listener("backend.listen", &reader, default: "127.0.0.1:8081") }
        if hasTLS("backend.tls", &reader) {
            reader.reject("backend.listen", "missing; backend.tls is for a listener of the backend's own, such as 127.0.0.1:8081")
        }
        return nil
    }

    /// Whether anything is said of a listener's TLS.
    private static func hasTLS(_ tls: String, _ reader: inout SettingsReader) -> Bool {
        // Each of them is read: what is told is what is missing, and not that another one is unknown.
        let files = ["certificate-file", "key-file", "client-authorities-file"].map { reader.text("\(tls).\($0)") }
        return files.contains { $0 != nil }
    }

    private static func listener(_ key: String, _ reader: inout SettingsReader, default address: String) -> Listener? {
        let text = reader.text(key) ?? address
        let tls = key == "listen" ? "tls" : "backend.tls"
        var identity: Listener.Identity?
        if hasTLS(tls, &reader) {
            let authorities = reader.text("\(tls).client-authorities-file") == nil
                ? nil : reader.content("\(tls).client-authorities-file", for: "the authorities of client certificates")
            let certificates = reader.content("\(tls).certificate-file", for: "the server's certificates")
            let privateKey = reader.content("\(tls).key-file", for: "the server's private key", isSecret: true)
            if let certificates, let privateKey {
                let read = Listener.Identity(certificates: certificates, key: privateKey, clientAuthorities: authorities)
                for fault in read.faults { reader.reject("\(tls).\(fault.setting)", fault.reason) }
                identity = read
            }
        }
        guard let (host, port) = Listener.parts(of: text) else {
            reader.reject(key, "\"\(text.prefix(64))\" is not host:port, such as 127.0.0.1:8080 or [::1]:8080")
            return nil
        }
        return Listener(host: host, port: port, tls: identity)
    }

    private static func pagePath(_ reader: inout SettingsReader) -> String {
        let path = reader.text("page-path") ?? "/verification"
        let isUsable = path.hasPrefix("/") && path.count > 1 && !path.hasSuffix("/") && path.utf8.allSatisfy(isPathByte)
        if !isUsable || path.hasPrefix("/v1") { reader.reject("page-path", "a path is /words/with-dashes, without a slash at its end, and not /v1") }
        return path
    }

    private static func isPathByte(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || "-_/".utf8.contains(byte) }

    private static func backendKeys(_ reader: inout SettingsReader, hasClientAuthorities: Bool) -> [BackendKey] {
        let names = reader.texts("backend.keys")
        if names.isEmpty, !hasClientAuthorities {
            reader.reject("backend.keys", "missing; name at least one key, or let clients in by certificate (backend.listen, backend.tls.client-authorities-file)")
        }
        return names.compactMap { name in
            let key = "backend.\(name).sha256"
            guard let text = reader.requiredText(key, for: "the SHA-256 of the backend's key, in hexadecimal; see mdoc-verifier new-key") else { return nil }
            guard let digest = Hexadecimal.bytes(text), let known = BackendKey(name: name, digest: digest) else {
                reader.reject(key, "a SHA-256 is 64 hexadecimal digits")
                return nil
            }
            return known
        }
    }

    private static func webhook(_ reader: inout SettingsReader, _ mode: VerificationMode) -> WebhookConfiguration? {
        guard let url = reader.text("webhook.url") else { return nil }
        if let fault = WebhookAddress.fault(of: url, mode) { reader.reject("webhook.url", fault) }
        let attempts = reader.number("webhook.attempts", default: 14, in: 1...QueuedWebhook.mostAttempts, "attempts")
        guard let secret = reader.secretBytes("webhook.secret", for: "the secret shared with the receiver, in base64url") else { return nil }
        guard let signer = WebhookSigner(secret: secret) else {
            reader.reject("webhook.secret", "the secret has \(secret.count) bytes; give \(WebhookSigner.minimumSecretBytes) or more")
            return nil
        }
        return WebhookConfiguration(url: url, signer: signer, attempts: attempts)
    }

    private static func limits(_ reader: inout SettingsReader, _ connections: Int) -> ServiceLimits {
        ServiceLimits(
            bodyBytes: reader.number("limits.body-bytes", default: 2 << 20, in: 4096...(32 << 20), "bytes"),
            concurrent: reader.number("limits.concurrent", default: 512, in: 1...65_536, "requests"),
            waiting: reader.number("limits.waiting", default: 1024, in: 1...65_536, "requests"),
            connections: reader.number("limits.connections", default: connections, in: 16...1_000_000, "connections"),
            perMinute: reader.number("limits.per-minute", default: 120, in: 1...1_000_000, "requests"),
            bodySeconds: reader.number("limits.body-seconds", default: 15, in: 1...300, "s"),
            idleSeconds: reader.number("limits.idle-seconds", default: 60, in: 5...3600, "s"),
            clientHeader: clientHeader(&reader))
    }

    private static func clientHeader(_ reader: inout SettingsReader) -> String? {
        guard let name = reader.text("limits.client-header") else { return nil }
        if HTTPField.Name(name) == nil { reader.reject("limits.client-header", "that is no name of a header") }
        return name
    }

    private static func settings(_ reader: inout SettingsReader) -> FlowSettings {
        var settings = FlowSettings()
        settings.resultSeconds = reader.number("results.wait-seconds", default: settings.resultSeconds, in: FlowSettings.resultRange, "s")
        settings.deliverySeconds = reader.number("results.delivery-seconds", default: settings.deliverySeconds, in: 0...3600, "s")
        settings.outlineSeconds = reader.number("sessions.outline-seconds", default: settings.outlineSeconds, in: 60...2_592_000, "s")
        return settings
    }
}
