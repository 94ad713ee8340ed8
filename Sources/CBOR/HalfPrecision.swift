/// IEEE 754 binary16, which x86-64 Swift has no portable type for.
enum HalfPrecision {
    static func double(fromBits bits: UInt16) -> Double {
        let exponent = Int(bits >> 10 & 0x1f)
        let mantissa = Double(bits & 0x3ff)
        let magnitude: Double
        switch exponent {
        case 0: magnitude = mantissa * 0x1p-24
        case 31: magnitude = mantissa == 0 ? .infinity : .nan
        default: magnitude = (1 + mantissa / 1024) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
        }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// The half-precision bits of `value` if it is exactly representable.
    static func bits(exactly value: Double) -> UInt16? {
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        if value.isNaN { return 0x7e00 }
        if value.isInfinite { return sign | 0x7c00 }
        if value == 0 { return sign }
        let magnitude = value.magnitude
        guard magnitude >= 0x1p-24, magnitude <= 65504 else { return nil }
        let bits: UInt16
        if magnitude < 0x1p-14 {
            let scaled = magnitude * 0x1p24
            guard scaled == scaled.rounded() else { return nil }
            bits = UInt16(scaled)
        } else {
            let scaled = magnitude.significand * 1024
            guard scaled == scaled.rounded() else { return nil }
            bits = UInt16(Int(magnitude.exponent) + 15) << 10 | UInt16(Int(scaled) - 1024)
        }
        return sign | bits
    }
}
