internal import CLibraries
internal import KKPCM

/// The libraries that are loaded when the first file wants them.
enum CodecLibrary: String {
    case libsndfile, libmpg123

    /// To be called before the first function of the library.
    ///
    /// - Parameter path: the file that wants it.
    func load(for path: String) throws(AudioFileError) {
        let trouble = unsafe self == .libsndfile ? sndfile_trouble() : mpg123_trouble()
        guard let trouble = unsafe trouble else { return }
        throw AudioFileError(
            .codecUnavailable, kind: .unavailable, path: path, "\(rawValue) cannot be loaded", cause: unsafe String(cString: trouble),
            nextStep: "install \(rawValue)")
    }
}
