import BrokerMessages

/// A provider's program at work.
typealias ProviderProcess = ConnectedProcess<ProviderCommand, ProviderReport>
