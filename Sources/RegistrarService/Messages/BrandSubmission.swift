#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import DocumentTrust
import Registrar

/// A brand to be reviewed.
struct BrandSubmission: Decodable {
    let name: String
    let country: String
    /// A PNG in base64.
    let icon: Data

    func brand(_ identifier: String) throws -> Brand {
        let picture: BrandIcon
        do { picture = try BrandIcon(png: Array(icon)) } catch {
            throw RegistrarError(.brandIcon, "\(error) (\(error.code))", mend: "send a square PNG of 64 to 1024 pixels and at most 256 KiB")
        }
        return try Brand(identifier: identifier, name: name, country: country, icon: picture)
    }
}
