extension AACConfiguration {
    /// - Returns: `nil` of a cookie that has none.
    package init?(cookie: [UInt8]) { self.init(Self.bytes(inCookie: cookie)) }

    /// The bytes of the `AudioSpecificConfig` in a magic cookie, in whichever form the cookie has it: bare, in MPEG-4's
    /// descriptors, or in an `esds` box around them.
    ///
    /// Source: ISO/IEC 14496-1 §7.2.6, QuickTime File Format, *esds*.
    static func bytes(inCookie cookie: [UInt8]) -> [UInt8] {
        var rest = cookie[...]
        if rest.dropFirst(4).starts(with: "esds".utf8) { rest = rest.dropFirst(12) }
        return rest.first == 3 ? configuration(in: rest) ?? [] : Array(rest)
    }

    /// The content of the descriptor 5, inside 4, inside 3.
    private static func configuration(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = bytes
        while let (tag, content) = descriptor(&rest) {
            switch tag {
            case 3:
                // A number, flags, and what these say is there.
                let flags = content.dropFirst(2).first ?? 0
                var inner = content.dropFirst(3)
                if flags & 0x80 != 0 { inner = inner.dropFirst(2) }
                if flags & 0x40 != 0 { inner = inner.dropFirst(1 + Int(inner.first ?? 0)) }
                if flags & 0x20 != 0 { inner = inner.dropFirst(2) }
                return configuration(in: inner)
            case 4: return configuration(in: content.dropFirst(13))
            case 5: return Array(content)
            default: break
            }
        }
        return nil
    }

    /// Takes a descriptor off the front.
    private static func descriptor(_ bytes: inout ArraySlice<UInt8>) -> (tag: UInt8, content: ArraySlice<UInt8>)? {
        guard let tag = bytes.popFirst() else { return nil }
        var size = 0
        for _ in 0..<4 {
            guard let byte = bytes.popFirst() else { return nil }
            size = size << 7 | Int(byte & 0x7F)
            if byte < 0x80 { break }
        }
        let content = bytes.prefix(size)
        bytes = bytes.dropFirst(size)
        return (tag, content)
    }
}
