extension AACConfiguration {
    /// - Returns: `nil` of a cookie that has none.
    package init?(cookie: [UInt8]) { self.init(Self.bytes(inCookie: cookie)) }

    /// The bytes of the `AudioSpecificConfig` in a magic cookie, in whichever form the cookie has it: bare, in MPEG-4's
    /// descriptors, or in an `esds` box around them.
    ///
    /// Source: ISO/IEC 14496-1 §7.2.6, QuickTime File Format, *esds*.
    static func bytes(inCookie cookie: [UInt8]) -> [UInt8] {
        let isBox = cookie.dropFirst(4).starts(with: "esds".utf8)
        let bytes = isBox ? Array(cookie.dropFirst(12)) : cookie
        return bytes.first == 3 ? MP4Descriptor(bytes).configuration : bytes
    }
}
