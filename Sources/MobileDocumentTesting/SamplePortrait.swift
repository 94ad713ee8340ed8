import MobileDocument

/// A drawn face for sample documents, so that nobody's photograph is needed.
public enum SamplePortrait {
    /// A JPEG of 120 by 150 pixels.
    public static let jpeg: [UInt8] = Base64URL.decode(text) ?? []

    /// Bytes that begin like a JPEG and have the size of a real portrait; not a picture anyone can look at.
    ///
    /// - Parameter count: size in bytes, at least 3.
    public static func placeholder(bytes count: Int) -> [UInt8] {
        // A fixed sequence, so that sizes and hashes are the same in every run.
        var state: UInt32 = 0x2545_f491
        return [0xff, 0xd8, 0xff] + (3..<max(count, 3)).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }

    private static let text = """
        _9j_4AAQSkZJRgABAQAAAQABAAD_2wBDAA0JCgwKCA0MCwwPDg0QFCIWFBISFCkdHxgiMSszMjArLy42PE1CNjlJOi4vQ1xESVBS\
        V1dXNEFfZl5UZU1VV1P_2wBDAQ4PDxQSFCcWFidTNy83U1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NTU1NT\
        U1NTU1NTU1P_wAARCACWAHgDASIAAhEBAxEB_8QAGwABAQACAwEAAAAAAAAAAAAAAAEEBgMFBwL_xAA1EAABAwIEAwUHBAIDAAAA\
        AAABAAIDBBEFEiExBkFRFCJxgZETFTJCUmGxI6HR4VPBFjVz_8QAGQEBAAMBAQAAAAAAAAAAAAAAAAEDBAIF_8QAIBEBAAMAAgID\
        AQEAAAAAAAAAAAECEQMhEjETQUJRIv_aAAwDAQACEQMRAD8A3pFEXTlUURBUURBUURBUURBUURBUURBUURBEURBUURBVHvaxhe9w\
        a1ouXONgFxVVTFR00lRUPDIoxdxK80x7H6nGJiCTHSg9yEH93dSom2Oq11uFdxlhlK4sh9pVOHOIWb6n_S63_nzc3_XHL_7a_haS\
        ir85WeEPR6HjPDKlwbMJKVx5yC7fULYI5GSMa-NzXscLhzTcHzXjC7bAsdqcHnGQmSmce_CTofuOhUxf-\
        omn8epouCjq4a6kjqad-eKQXB_0fuuZWKlRREFRREERREFRRcdVO2mpZp3fDEwvPkLoNH44xUz1ow-\
        J36UGslvmf_Q_crVVzATV1Xo10k8zybDUknVbZhvCMLGB-IPMj_8AGw2aPE7lZ7W-5aa16yGmq2PQr1Cnw-\
        jpgBBSws8GC_qsiwtawt4Kv5FnxvJkXqM9BSVItPSwyeLBf1XRYlwjBI0voHmGT_G83afPcKYvCJpLC4JxU0uIdhld-\
        jUHu3-V_L129F6AvHpI56KqLHtdFPE7Y7gjZes0NSKyhgqW7Sxh_qFopLPyRk6yEURdq1RREERREFXU8VSGPhutI-Zgb6uAXarqu\
        KYzLw5WNaCSGh1hzs4KJ9Jj21ngeBjqmqncLvja1rT0ve_4W2zTw07c00scTer3AfldXw5hTsKppGyvDpZSHOAHw2G33XLJhFFEZ\
        6-uHaO9cyVGoYOTQNlinuW6P8wzoaiGobmgljlA5scD-Fyrq2YRQ1AhrqFvZyHXEtP3b23aRt6rtFExiYnXHNPDTtzTSxxN6vcB-\
        VIaiGobmgljlA5scD-FgyYRRRGevrh2jvXMlRqGDk0DZRmEUNQIa6hb2ch1xLT929t2kbeqnOkeXeOk45gY19JOBaR2Zjj1AsR-\
        VsPCMhk4apb_AC5m-jisfiHCzitIyON4ZJG4ubcaHS1vssjhOJ0PDtM14IcS8kHl3ir-GVHNDuUURXs6ooiCIoiCr5laHxPa4XBG\
        oVRJI6YbfiXFjlL71wJ1BmMbg7O1w2O-h9VkOjLJDoMltDfn0VWHukt0xXkqxMBpPdGCdiLjI97sznX0G2g9N1k37-\
        X7XX0vhmpe7qbeii1ptOy6rWKxkOHHKX3rgTqDMY3B2drhsd9D6r5wGk90YJ2IuMj3uzOdfQbaD03WWi685zHPx18vJ8O-\
        JZMLQyFjWiwA2XAIy-Qad22pv-yyVbw1n2p57RPSooi0M6ooiCIoiCooiA8XauFcy4nix-yz81f008Fvy-bjNluL2va-\
        qmVt72APVcNTSMqC1xLmSt-GRhsQuLs9bt24ZevshdZ2rIZlxmtcXte3NVY9NSMgc5-\
        Z0krvikebk_wsloufspiNnIc2mI7ckYs3xX0oi3RGRjz7Ts6qKIpQqKIgiKIgqKIgqEXFiiw6vFaKjNp6hgd9De870CZvRuduYua\
        Hlt9QqsGOqjrWCeIOyP2zCx00X0sFoy0w9Cs7WJZYc0vDb6lcwFhYLrJKllIwzyhxYzU5RcrmpMWoqwgQ1DS_6Hd13oVo4K9azc9\
        u4hmoiivUKiiIKiiICL5RB9LHra2ChgMtQ_K3kObj0AXxiFdFh9K6aU7aNaN3HoFoldWzV9QZp3XPIDZo6Bd1rrm1sZ-\
        J8QVVaSyImnh-lp7x8T_C6hEV0RnpVM62_CMRdX0o9qbzRANefqGwKz1p2EYg7DcQjqA3Oz4ZGfW07helNp8PdTiqGX2BZ7TPmOX\
        La91h5uCfLY-27i548clrOK4g7DqXPGbTSXbGemmp8rrTln41iJxPEXzNbkhHdiZ9LRt5ndYC08XH4Vxm5eTztrtsNx-qoiGSOM8\
        I-\
        R51HgVt9DXwV8Htad9x8zTu09CF50uejq5qKobNA_K4bjk4dD9l3akS4i2PR0WHhtfFiNKJotDs9nNp6LKVKx9IvlFCRQmwuTYIu\
        p4kqzS4W5rTZ8xyDw5_t-\
        VMRsonpreN4icQrnOaT7GPuxj7dfNdciLREYpEREBdk3GqluBOwsH9Ivvmvrl3y-F9V1qJhoiIgIiIM_B8Qdh1c2Qk-\
        yd3ZB1HXyW-BwcAQQQdQRzXmi3PhmrNRhgjcbvgOTy5fx5Ku8fbuk_TuUURVLEWqcXSl1bBF8rI83mT_SIu6e3NvToERFcqEREBE\
        RAREQEREBd5wnKW4jLH8r47nxB_tEUW9Jr7bciIs65__9k
        """
}
