internal import KKMixing

/// The words of a batch's jobs, read as the command line of a mix. Many jobs have the same options, and those are read
/// once.
struct JobWords {
    private var known: [[String]: Mix] = [:]
    /// Whether libraries of plug-ins that a list names by their files may be loaded.
    private let runsPrograms: Bool

    init(runsPrograms: Bool) {
        self.runsPrograms = runsPrograms
    }

    /// - Throws: `SessionError` for words that a mix would refuse, and for those that make no sense in a job.
    mutating func mix(of job: BatchJob) throws -> BatchMix {
        guard !job.inputs.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file in 'inputs'")
        }
        var mix = try known[job.options] ?? read(job.options)
        mix.given.inputs = job.inputs
        let session = try mix.session { MixWords.exists($0, in: job.folder) }
        // The list may have come with somebody else's sources. Plug-ins that are installed are the user's own.
        if let library = session.pluginPaths.first, !runsPrograms {
            throw SessionError(
                .usage, "the job loads a library of plug-ins, \(library), which runs as a program does",
                nextStep: "--run-commands, or \(ProgramConsent.variable)=1, allows it")
        }
        return try BatchMix(
            session, of: job, container: mix.given["--format"], encoding: mix.given["--encoding"],
            settings: mix.given.encodingSettings())
    }

    private mutating func read(_ options: [String]) throws -> Mix {
        let mix = try MixWords.read(options, in: "a job", reason: Self.reason)
        if let input = mix.given.inputs.first {
            throw SessionError(
                .usage, "'\(input)' among the options is an input",
                nextStep: "put it into 'inputs', or put an option's name before it")
        }
        known[options] = mix
        return mix
    }

    /// Why a mix's option makes no sense in a job.
    private static func reason(_ option: String) -> String {
        switch option {
        case "--output": "'output' in the row says it"
        case "--stems", "--trace": "a job has one output"
        case "--help", "--version": "a job has to be rendered"
        default: "kkmix batch has it for all jobs"
        }
    }
}
