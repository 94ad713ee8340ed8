/// Why what a reader certificate says about its holder cannot be believed.
public enum ReaderCertificateFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The logotype is not a subject logotype with one embedded picture.
    case logotypeStructure
    /// The logotype is larger than an icon can be.
    case logotypeSize
    /// The picture is elsewhere or not a base64 PNG: a wallet fetches nothing.
    case logotypeNotEmbedded
    /// The picture's hash is not SHA-256 or not that of the picture.
    case logotypeHash
    /// The picture is no icon.
    case icon(BrandIconFault)
    /// The allowed elements are not of the stated form.
    case elementsStructure
    /// The allowed elements have more entries, or longer ones, than a reader can need.
    case elementsSize
    /// A document type, a namespace or an element occurs twice.
    case elementsRepeated(String)
    /// Brand, purpose and privacy policy are not of the stated form.
    case registrationStructure
    /// Brand, purpose or privacy policy holds characters that deceive the eye, or too many of them; its name.
    case registrationText(String)
    /// The subject alternative name cannot be read.
    case alternativeName

    /// Stable code of the fault.
    public var code: String {
        switch self {
        case .logotypeStructure: "reader.logotype.structure"
        case .logotypeSize: "reader.logotype.size"
        case .logotypeNotEmbedded: "reader.logotype.notEmbedded"
        case .logotypeHash: "reader.logotype.hash"
        case .icon(let fault): "reader.\(fault.code)"
        case .elementsStructure: "reader.elements.structure"
        case .elementsSize: "reader.elements.size"
        case .elementsRepeated: "reader.elements.repeated"
        case .registrationStructure: "reader.registration.structure"
        case .registrationText: "reader.registration.text"
        case .alternativeName: "reader.alternativeName"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .logotypeStructure: "the reader's logotype is not one subject logotype with one picture"
        case .logotypeSize: "the reader's logotype is larger than an icon can be"
        case .logotypeNotEmbedded: "the reader's logotype is not embedded as a base64 PNG (data URI)"
        case .logotypeHash: "the hash in the reader's logotype is not the SHA-256 of its picture"
        case .icon(let fault): "the reader's logotype is no icon: \(fault)"
        case .elementsStructure: "the list of elements the reader may ask for is malformed"
        case .elementsSize:
            "the list of elements the reader may ask for is empty or larger than is accepted, or a name in it is empty, too long or not visible"
        case .elementsRepeated(let name): "the list of elements the reader may ask for names \"\(name)\" twice"
        case .registrationStructure: "brand, purpose and privacy policy in the reader's certificate are malformed"
        case .registrationText(let name): "the \(name) in the reader's certificate holds characters that are not accepted, or too many"
        case .alternativeName: "the subject alternative name of the reader's certificate is malformed"
        }
    }
}
