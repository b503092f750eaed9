internal import CLibraries
internal import KKPCM

/// The libraries that are loaded when the first decoder, or the first file, wants them.
package enum CodecLibrary: String {
    case libsndfile, libmpg123, libFLAC, libvorbis, libopus, libwavpack

    /// To be called before the first function of the library.
    ///
    /// - Parameter format: what is to be decoded.
    func load(for format: FourCharCode) throws(CodecError) {
        guard let trouble else { return }
        throw CodecError(
            .unavailable, format: format, "\(rawValue) cannot be loaded", cause: trouble,
            nextStep: "install \(rawValue)")
    }

    /// Loads the library, unless it is: why that cannot be, in the loader's words; `nil` when it is there.
    package var trouble: String? {
        let said = unsafe words
        return unsafe said.map { unsafe String(cString: $0) }
    }

    @unsafe
    private var words: UnsafePointer<CChar>? {
        switch self {
        case .libsndfile: unsafe sndfile_trouble()
        case .libmpg123: unsafe mpg123_trouble()
        case .libFLAC: unsafe flac_trouble()
        case .libvorbis: unsafe vorbis_trouble()
        case .libopus: unsafe opus_trouble()
        case .libwavpack: unsafe wavpack_trouble()
        }
    }
}
