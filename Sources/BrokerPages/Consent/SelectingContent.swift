import WalletBroker

/// The apps and other devices to select from.
struct SelectingContent: Content {
    struct App: Sendable {
        let provider, name, initial, documents: String
        let icon: String?
    }

    struct Device: Sendable {
        let identifier, name: String
        let text: String?
    }

    static let template = "selecting"

    let words: Wording
    let apps: [App]
    let hasApps: Bool
    let devices: [Device]
    /// Said where there is no app.
    let none: String

    init(_ choices: [SelectorChoice], devices: [DeviceChoice] = [], names: DisplayNames, in language: Language) {
        let words = Wording.of(language)
        self.words = words
        hasApps = !choices.isEmpty
        none = devices.isEmpty ? words.selectNone : words.selectNoneHere
        self.devices = devices.map {
            Device(identifier: $0.identifier, name: $0.displayName ?? words.useDevice, text: $0.displayName == nil ? words.useDeviceText : nil)
        }
        apps = choices.map {
            App(
                provider: $0.provider, name: $0.displayName, initial: Picture.initial($0.displayName),
                documents: names.list($0.documentTypes), icon: Picture.address($0.icon))
        }
    }
}
