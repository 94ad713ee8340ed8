/// A provider's program at work for a broker.
package actor ProviderRunLoop {
    private let scene: any ProviderScene

    /// Takes commands from the broker that started this program; nil in a program that somebody else started.
    package init?(startedByBroker scene: any ProviderScene) { return nil }

    /// Works until the request is over.
    package func run() async { await scene.updateRegistrations() }
}
