public import KKFiles
internal import KKPCM
public import KKSession

/// The mix described by a job's words.
public struct BatchMix: Sendable {
    /// The session, with paths relative to the working folder.
    public var session: Session
    /// The output's name, container and encoding.
    public var output: OutputSpec

    /// - Parameters:
    ///   - session: with its inputs as written in the job.
    ///   - container: by name; `nil` for that of the output's extension.
    ///   - encoding: by name; `nil` for the container's default for the inputs.
    ///   - settings: the encoder's settings.
    /// - Throws: `usage` for standard input or output.
    public init(
        _ session: Session, of job: BatchJob, container: String?, encoding: String?,
        settings: EncodingSettings = EncodingSettings()
    ) throws(SessionError) {
        self.session = session
        guard !job.output.isStandard else {
            throw SessionError(.usage, "a job cannot write to standard output", nextStep: "name a file")
        }
        try self.session.placeInputs(in: job.folder)
        output = OutputSpec(path: job.outputPath)
        output.container = container
        output.encoding = encoding
        output.encodingSettings = settings
        output.makesFolder = true
    }

    /// The files that are read, in track order, each once; stimuli are not included.
    public var inputPaths: [FilePath] { session.inputPaths }
}
