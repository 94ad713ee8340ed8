/// Where a request stands with the person.
public enum ConsentStage: Sendable, Hashable {
    /// Which app should answer, or on which other device.
    case selecting([SelectorChoice], devices: [DeviceChoice] = [])
    /// The app that was selected is being started.
    case starting(SelectorChoice)
    /// Its sheet is shown: a fragment of HTML without scripts, the provider's own, to be shown in a sandboxed frame.
    case reviewing(SelectorChoice, sheet: String)
    /// The person has agreed, and now shows that it is the owner: for this transaction, until it is over.
    case verifying(SelectorChoice, transaction: [UInt8])
    /// The provider makes the answer.
    case answering(SelectorChoice)
    /// It is answered on another device.
    case elsewhere(DeviceChoice, DeviceStep)
    /// It is over.
    case ended(ConsentOutcome)
}
