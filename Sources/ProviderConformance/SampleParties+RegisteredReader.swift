import COSE
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty

extension SampleParties {
    /// The website's signer as a registrar certifies it, since some providers answer no other.
    func registeredReader(mayAsk elements: [ElementIdentifier]) throws -> ReaderSigner {
        let key = SigningKey.generate(.p256)
        guard case .p256(let publicKey) = key.verificationKey, let icon = Data(base64Encoded: Self.icon) else { throw CancellationError() }
        var generator = SystemRandomNumberGenerator()
        let certificate = try readerAuthority.certify(
            RegisteredReader(
                name: AuthorityName(country: "UT", commonName: "rentals.example"), publicKey: .init(publicKey), domains: ["rentals.example"],
                crlDistributionPoint: "https://readers.example/reader-ca.crl",
                registration: ReaderRegistration(
                    brand: "Spaceship Rentals", purpose: "To check your licence", privacyPolicy: "https://rentals.example/privacy"),
                icon: BrandIcon(png: Array(icon)),
                allowedElements: AllowedElements([.mobileDrivingLicence: Set(elements.map { ElementReference(.mobileDrivingLicence, $0) })])),
            notBefore: now.advanced(byDays: -1), using: &generator)
        return ReaderSigner(name: "registered", chain: [certificate], key: key)
    }

    /// A PNG of 64 by 64.
    private static let icon = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAACElEQVR4nAMAAAAAAUgGidIAAAAASUVORK5CYII="
}
