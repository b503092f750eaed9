internal import CMpg123

/// How libmpg123 is set up, for files and for packets.
///
/// The decoder routine is named, never chosen by libmpg123: its choice follows the CPU, and with it the last bits of
/// the samples would. The library is set to do nothing but decode: no resampling, no tags, no
/// trimming, no looking for lost frames.
package enum Mpg123Settings {
    /// The routine that every machine of an architecture has.
    private static var decoderName: String {
        #if arch(x86_64)
        "x86-64"
        #elseif arch(arm64)
        "NEON64"
        #else
        "generic"
        #endif
    }

    /// A handle with the named routine; with `generic`, which every build of libmpg123 has, where that one was left
    /// out.
    ///
    /// - Parameter code: libmpg123's reason when there is none.
    @unsafe
    package static func newHandle(_ code: inout Int32) -> OpaquePointer? {
        for decoder in [decoderName, "generic"] {
            if let handle = unsafe mpg123_new(decoder, &code) { return unsafe handle }
        }
        return nil
    }

    /// Makes every setting, before the handle is opened.
    ///
    /// - Parameter freeFormatByteCount: the bytes of an unpadded frame in free format.
    @unsafe
    package static func apply(to handle: OpaquePointer, format: MPEGFrameHeader.Format, freeFormatByteCount: Int?) {
        let off = MPG123_AUTO_RESAMPLE.rawValue | MPG123_GAPLESS.rawValue
        let on =
            MPG123_FORCE_FLOAT.rawValue | MPG123_NO_FRANKENSTEIN.rawValue | MPG123_QUIET.rawValue
            | MPG123_IGNORE_INFOFRAME.rawValue
            | MPG123_IGNORE_STREAMLENGTH.rawValue | MPG123_SKIP_ID3V2.rawValue | MPG123_NO_READAHEAD.rawValue
        unsafe mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), Int(off), 0)
        unsafe mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(on), 0)
        unsafe mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0)
        if let freeFormatByteCount {
            unsafe mpg123_param2(handle, Int32(MPG123_FREEFORMAT_SIZE.rawValue), freeFormatByteCount - 4, 0)
        }
        unsafe mpg123_format_none(handle)
        unsafe mpg123_format(handle, format.sampleRate, Int32(format.channelCount), Int32(MPG123_ENC_FLOAT_32.rawValue))
    }
}
