extension HybridError {
    /// What was kept of a link cannot be one.
    static var damagedLink: HybridError { HybridError(.link, "a link that was kept is damaged; remove it, and link the devices again") }
}
