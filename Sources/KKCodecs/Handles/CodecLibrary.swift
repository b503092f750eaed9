internal import CLibraries
internal import KKPCM

/// The libraries that are loaded when the first decoder wants them.
enum CodecLibrary: String {
    case libmpg123, libFLAC, libvorbis, libopus

    /// To be called before the first function of the library.
    ///
    /// - Parameter format: what is to be decoded.
    func load(for format: FourCharCode) throws(CodecError) {
        let trouble = unsafe words
        guard let trouble = unsafe trouble else { return }
        throw CodecError(
            .unavailable, format: format, "\(rawValue) cannot be loaded", cause: unsafe String(cString: trouble), nextStep: "install \(rawValue)")
    }

    @unsafe
    private var words: UnsafePointer<CChar>? {
        switch self {
        case .libmpg123: unsafe mpg123_trouble()
        case .libFLAC: unsafe flac_trouble()
        case .libvorbis: unsafe vorbis_trouble()
        case .libopus: unsafe opus_trouble()
        }
    }
}
