import IssuingAuthority

/// Why a certificate is to be withdrawn.
struct RevocationRequest: Decodable {
    let reason: RevocationReason
}
