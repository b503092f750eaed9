internal import KKPCM

extension AudioFileError {
    /// An error that came through a ``FrameSource``, whose errors are untyped: a file's own as it is, any other one
    /// with the file's name.
    package init(_ error: any Error, path: String) {
        switch error {
        case let error as AudioFileError: self = error
        case let failure as any Failure:
            self.init(.unspecified, kind: failure.kind, path: path, failure.problem, nextStep: failure.nextStep)
        default: self.init(.unspecified, kind: .defect, path: path, "reading failed", cause: String(describing: error))
        }
    }
}
