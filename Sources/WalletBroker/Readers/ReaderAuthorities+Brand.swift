import Foundation
import PresentmentRequest

extension ReaderAuthorities {
    /// The brand that one of the broker's own authorities vouches for: of a reader whose signatures cover everything that is asked.
    func brand(behind request: PartialRequest, at time: Date) -> Requester.Brand? {
        guard let host = URL(string: request.origin)?.host()?.lowercased() else { return nil }
        for chain in Self.chainsCoveringAll(of: request) {
            guard let root = ownRoot(of: chain, at: time), let authority = root.certificate.subject.displayName,
                let reader = chain.first.flatMap(ChainCertificate.init), let brand = ReaderBrand(reader.certificate, host: host)
            else { continue }
            return Requester.Brand(name: brand.name, icon: brand.icon, authority: authority)
        }
        return nil
    }

    private static func chainsCoveringAll(of request: PartialRequest) -> [[[UInt8]]] {
        let chains = request.authentications.map(\.certificateChain)
        return chains.indices.filter { chains[..<$0].contains(chains[$0]) == false }.map { chains[$0] }.filter { chain in
            let coverages = request.authentications.filter { $0.certificateChain == chain }.map(\.coverage)
            return coverages.contains(.wholeRequest) || request.documentRequests.indices.allSatisfy { coverages.contains(.documentRequest($0)) }
        }
    }
}
