internal import KKCodecs
package import KKPCM

/// The form in which a container wants a codec's private bytes, whichever form they come in.
///
/// CAF has MPEG-4's descriptors around AAC's configuration and a `dfLa` box around FLAC's; an ADTS or FLAC stream knows
/// nothing but what is in them. Cookies of other formats have one form.
package enum MagicCookieForm {
    /// As CAF's `kuki` has it.
    package static func caf(_ cookie: [UInt8], _ formatID: FourCharCode) -> [UInt8] {
        if aac.contains(formatID), !cookie.isEmpty, cookie[0] != 3 { return descriptor(cookie) }
        return formatID == .flac ? FLACStreamInfo.box(cookie) ?? cookie : cookie
    }

    /// The formats of AAC, whose packets carry a header of their own in ADTS alone.
    package static let aac: [FourCharCode] = [.aac, "aach", "aacp", "aacl"]

    /// An ES descriptor around AAC's configuration, in the lengths of four bytes in which QuickTime has it; rates are
    /// left open.
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
