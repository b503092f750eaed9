internal import KKMixing

struct Info: Command {
    static let name = "info"
    static let abstract = "Show what is in a file."
    static let usage = "kkmix info FILE… [options]"
    static let discussion = """
        Examples:
          kkmix info song.mp3
          kkmix info -v song.caf
          kkmix info --json *.wav
          kkmix info music/ --recursive --exclude drafts
          kkmix info --packets speech.aac

        Prints duration, format, sample rate, channels, bit depth, bit rate and size,
        and a summary of tags, covers and markers. -v adds where the number of frames
        comes from, priming and padding, packets, magic cookie, every tag, picture,
        marker, region, loop and chunk, and both stream descriptions. A file whose
        codec needs a library that is not installed is described, too.
        """

    static let options: [Option] =
        [
            .inputs("file", "Audio files; '-' for standard input."),
            Option(
                "--packets",
                "List the packets: number, offset, bytes, first frame, frames; with --json one JSON line each."),
            .raw,
            .stream,
            .strict("a file"),
        ] + Option.found

    static let exclusions = [
        Exclusion(
            ["--packets", "--raw"], "files without a header have no packets", nextStep: "leave --packets out"),
        Exclusion(["--packets", "--stream"], "--packets lists the first stream", nextStep: "leave --stream out"),
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        try checkFiles()
        let files = try listing(voice).map(\.path), packets = given.has("--packets")
        try SessionError.refuseSharedPipes(files)
        if common.json { ProcessSetup.removeOnSignal(TemporaryFiles(), json: true) }
        let teller = FileTeller(files, json: common.json && !packets, voice: voice)
        for (index, path) in files.enumerated() {
            teller.tell(index) {
                do {
                    try SessionError.refuseSettings([path], of: "info")
                    guard packets else { return try tell(path, voice, isFirst: index == 0) }
                    try listPackets(path, voice, isFirst: index == 0)
                } catch {
                    if packets, common.json, files.count > 1 {
                        Terminal.print(
                            JSONText.document(InfoPackets.Failure(path: path, error: ErrorFacts(ErrorReport(error)))))
                    }
                    throw error
                }
                return nil
            }
        }
        try teller.finish()
    }

    private func tell(_ path: FilePath, _ voice: Voice, isFirst: Bool) throws -> InfoFile {
        let file = try InfoFile(
            path: path,
            ReaderOptions(strict: given.has("--strict"), stream: given.streamNumber(), raw: given.rawFormat()))
        guard !common.json else { return file }
        if !isFirst { Terminal.print("") }
        let columns = Terminal.isOutputTerminal ? max(40, Terminal.width) : 200
        Terminal.print(InfoText(file, isWhole: common.verbose, columns: columns).text)
        if !common.quiet { voice.tell(file.warnings, file.notes) }
        return file
    }

    private func listPackets(_ path: FilePath, _ voice: Voice, isFirst: Bool) throws {
        let list = try InfoPackets(path: path, json: common.json)
        if !isFirst, !common.json { Terminal.print("") }
        let warnings = try list.print()
        if given.has("--strict"), let warning = warnings.first {
            throw AudioFileError(
                .invalidFile, path: warning.path, at: warning.position, warning.problem,
                nextStep: "leave --strict out to list what is there")
        }
        if !common.quiet, !common.json { voice.tell(warnings) }
    }
}
