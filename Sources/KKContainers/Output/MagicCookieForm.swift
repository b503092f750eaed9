internal import KKCodecs
package import KKPCM

/// The form in which a container wants a codec's private bytes, whichever form they come in.
///
/// CAF has MPEG-4's descriptors around AAC's configuration and a `dfLa` box around FLAC's; an ADTS or FLAC stream knows
/// nothing but what is in them. Cookies of other formats have one form.
package enum MagicCookieForm {
    /// As CAF's `kuki` has it.
    package static func caf(_ cookie: [UInt8], _ formatID: FourCharCode) -> [UInt8] {
        if aac.contains(formatID), !cookie.isEmpty, cookie[0] != 3 { return MP4Descriptor.bytes(configuration: cookie) }
        return formatID == .flac ? FLACStreamInfo.box(cookie) ?? cookie : cookie
    }

    /// The formats of AAC, whose packets carry a header of their own in ADTS alone.
    package static let aac: [FourCharCode] = [.aac, "aach", "aacp", "aacl"]
}
