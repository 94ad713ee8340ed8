import IdentityElements
import IssuingAuthority
import MobileDocument
import Registrar

/// What every route works with.
struct ServiceParts: Sendable {
    let state: RegistrarState
    let authority: ReaderAuthority
    let prover: DomainProver
    let tables: ElementTables
    let limits: ServiceLimits
    let slots: RequestSlots
    let domainChecks: DomainChecks
    let now: @Sendable () -> Instant
}
