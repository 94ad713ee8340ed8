public import TextEncodings

/// base64url without padding (RFC 4648, section 5), the text form of everything the Digital Credentials API carries.
public typealias Base64URL = TextEncodings.Base64URL

/// Hexadecimal text, for fingerprints and tools.
public typealias Hexadecimal = TextEncodings.Hexadecimal
