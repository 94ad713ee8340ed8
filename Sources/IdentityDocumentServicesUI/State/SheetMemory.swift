/// What outlives a rendering: the state of views by their place, and where they are shown.
@MainActor final class SheetMemory {
    let environment: EnvironmentValues
    var states: [String: AnyObject] = [:]

    init(environment: EnvironmentValues) { self.environment = environment }
}
