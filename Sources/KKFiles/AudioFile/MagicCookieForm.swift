internal import KKPCM

/// The form in which a container wants a codec's private bytes, whichever form they come in.
///
/// CAF has MPEG-4's descriptors around AAC's configuration and a `dfLa` box around FLAC's; an ADTS or FLAC stream knows nothing but what is in them.
/// Cookies of other formats have one form.
enum MagicCookieForm {
    /// As CAF's `kuki` has it.
    static func caf(_ cookie: [UInt8], _ formatID: FourCharCode) -> [UInt8] {
        if aac.contains(formatID), !cookie.isEmpty, cookie[0] != 3 { return descriptor(cookie) }
        if formatID == .flac, let block = streamInfo(cookie) {
            return [0, 0, 0, UInt8(16 + block.count)] + Array("dfLa".utf8) + [0, 0, 0, 0] + blockHeader + block
        }
        return cookie
    }

    /// The formats of AAC, whose packets carry a header of their own in ADTS alone.
    static let aac: [FourCharCode] = [.aac, "aach", "aacp", "aacl"]

    /// The header of a metadata block: the last one, STREAMINFO, its length (RFC 9639, section 8.1).
    private static let blockHeader: [UInt8] = [0x80, 0, 0, UInt8(FLACStreamInfo.byteCount)]

    /// STREAMINFO out of the bare block, the block with its header, the start of a stream or a `dfLa` box; `nil` where there is none.
    private static func streamInfo(_ cookie: [UInt8]) -> [UInt8]? {
        let size = FLACStreamInfo.byteCount
        if cookie.count == size { return cookie }
        let start = cookie.starts(with: "fLaC".utf8) ? 4 : cookie.dropFirst(4).starts(with: "dfLa".utf8) ? 12 : 0
        guard cookie.count >= start + 4 + size, cookie[start] & 0x7F == 0, cookie[start + 1..<start + 4].elementsEqual([0, 0, UInt8(size)])
        else { return nil }
        return Array(cookie[start + 4..<start + 4 + size])
    }

    /// An ES descriptor around AAC's configuration, in the lengths of four bytes in which QuickTime has it; rates are left open.
    ///
    /// Source: ISO/IEC 14496-1 §7.2.6.5 to §7.2.6.7, §7.3.2.3.
    private static func descriptor(_ configuration: [UInt8]) -> [UInt8] {
        // MPEG-4 audio, an audio stream, a buffer of 6144 bits a channel.
        let decoder: [UInt8] = [0x40, 0x15, 0, 0x18, 0] + [UInt8](repeating: 0, count: 8) + tagged(5, configuration)
        return tagged(3, [0, 0, 0] + tagged(4, decoder) + tagged(6, [2]))
    }

    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x80, 0x80, 0x80 | UInt8(content.count >> 7 & 0x7F), UInt8(content.count & 0x7F)] + content
    }
}
