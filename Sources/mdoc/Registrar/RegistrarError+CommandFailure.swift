import Registrar

extension RegistrarError {
    /// The refusal as a command reports it.
    var failure: CommandFailure { CommandFailure("\(reason) (\(code.rawValue))", mend: remedy) }
}
