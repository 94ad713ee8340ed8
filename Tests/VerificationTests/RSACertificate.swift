import Foundation

/// A certificate with an RSA key, which this library cannot compute with.
enum RSACertificate {
    struct Unreadable: Error {}

    static func make() throws -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw Unreadable() }
        return [UInt8](data)
    }

    private static let text = """
        MIIDGTCCAgGgAwIBAgIUZJpUr1Sm9kdIQIIjE1qxalrMiiEwDQYJKoZIhvcNAQELBQAwGzELMAkGA1UEBhMCVVQxDDAKBgNVBAMM\
        A1JTQTAgFw0yNjExMjEwODQwMzdaGA8yMTI2MTAyODA4NDAzN1owGzELMAkGA1UEBhMCVVQxDDAKBgNVBAMMA1JTQTCCASIwDQYJ\
        KoZIhvcNAQEBBQADggEPADCCAQoCggEBANL7WeleGvTcWltlnujQEoM9GZXl/rkU4FNCSyEgvk5w1b5VLW9Sb5fHTcMTONdCd4Kd\
        f7xIsC8LGRaR1qERljWGRudl+2TdML5oj+oNWJy8jdDHFBpTf+c0LYlpL28dg/HDQPNB1SmyZZDEhrLbhHQEv9yXFsAylMx77vE0\
        tVXDsLe1d+v6f40WvryfHwJupC3ajDcM1yojFfv0tVNiFgEADniGavsaI+vn8kATBy9TtV3cpkTBHW4Lm2yLBu1WhFktxJffmco4\
        SnSHpv4aw/AHj8k19rnid3JAxr/nrBuMCHw/agUIkoimFZXJlPT0H2qWP/p3MgUuhOhRgXKdDwMCAwEAAaNTMFEwHQYDVR0OBBYE\
        FLePk5p3cDbZGL1hY+3HTNzqORgSMB8GA1UdIwQYMBaAFLePk5p3cDbZGL1hY+3HTNzqORgSMA8GA1UdEwEB/wQFMAMBAf8wDQYJ\
        KoZIhvcNAQELBQADggEBAGbe430qBtrPhQMYn6Cy/54OyJ4fNoSNFE+83ZhgyLDSga+CNXIb2w3xKsOfmjgtw6AXsoUE6+p75Ovg\
        E9C9zMCz6J90pLw3c90wlK8CZ7up6nYl3GRnFKDY3sptA9/X76wB4Cn1SmA17obyTb1U5i0kJKxnd8nwt/uM7WhqRNduFUYIQowc\
        y86duYpHhEiwpMfLZrg+pI09Elw6A3H9/iWEewAZAlWTvdvY7ziJHKp9gBm6cbj/1u9QQWBO0C1OZ6s06CWdh64rA0jRfjqx8sEw\
        CXSDK6k+7qlGDYHGG32pVhdT62KL+NJigqAOBcOSBlov7F+VbJozhdRWWUJfjO8=
        """
}
