internal import KKCodecs
internal import KKPCM

extension SharedLibrary {
    /// To be called before the first function of the library.
    ///
    /// - Parameter path: the file that wants it.
    func load(for path: String) throws(AudioFileError) {
        guard let trouble else { return }
        throw AudioFileError(
            .codecUnavailable, kind: .unavailable, path: path, "\(rawValue) cannot be loaded", cause: trouble,
            nextStep: remedy)
    }
}
