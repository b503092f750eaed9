internal import CFLAC
internal import CLibraries
internal import KKPCM

/// The libraries that are loaded when the first decoder or encoder, or the first file, wants them.
package enum CodecLibrary: String {
    case libsndfile, libmpg123, libFLAC, libvorbis, libvorbisenc, libopus, libmp3lame, libwavpack

    /// To be called before the first function of the library.
    ///
    /// - Parameter format: what is to be decoded or encoded.
    func load(for format: FourCharCode) throws(CodecError) {
        guard let trouble else { return }
        throw CodecError(
            .unavailable, format: format, "\(rawValue) cannot be loaded", cause: trouble,
            nextStep: remedy)
    }

    /// What to do where it is missing, with the name of Debian's package.
    package var remedy: String {
        let package =
            switch self {
            case .libsndfile: "libsndfile1"
            case .libmpg123: "libmpg123-0"
            case .libFLAC: "libflac\(FLAC_API_VERSION_CURRENT)"
            case .libvorbis: "libvorbis0a"
            case .libvorbisenc: "libvorbisenc2"
            case .libopus: "libopus0"
            case .libmp3lame: "libmp3lame0"
            case .libwavpack: "libwavpack1"
            }
        return "install \(rawValue) (Debian: \(package))"
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
        case .libvorbisenc: unsafe vorbisenc_trouble()
        case .libopus: unsafe opus_trouble()
        case .libmp3lame: unsafe lame_trouble()
        case .libwavpack: unsafe wavpack_trouble()
        }
    }
}
