internal import KKMixing

struct Tags: Command {
    static let name = "tags"
    static let abstract = "Show and set tags, covers, chapters and loops without changing the audio."
    static let usage = "kkmix tags FILE… [options]"
    static let discussion = """
        Examples:
          kkmix tags song.mp3
          kkmix tags song.mp3 --tag title='A title' --tag artist=Me --cover front.jpg
          kkmix tags *.flac --tag album='An album' --remove comment
          kkmix tags episode.mp3 --chapter 0=Hello --chapter 1:30='The talk'
          kkmix tags take.wav --tag description='Take 3' --tag originator=Recorder
          kkmix tags episode.m4a --json > notes.json
          kkmix tags episode.mp3 --from-json notes.json

        Without an option that sets something, it shows what a file has. To change a
        file, it writes a new one beside it, with the same bytes of audio, which then
        replaces the old one. Tags can be set in WAV, RF64, BW64, Wave64, AIFF, CAF,
        FLAC, Ogg Vorbis, Opus, MP3, M4A, MP4 and WavPack, and only read in others.
        """

    static let options: [Option] = [
        .inputs("file", "Audio files."),
        Option(
            "--tag <name=text>",
            "Set a tag (title=…, artist, album, track, date, genre, comment, …), or remove it with an empty text; may be repeated.",
            repeats: true),
        Option("--cover <file>", "JPEG or PNG picture for the front cover."),
        Option(
            "--chapter <time=title>",
            "Set the chapter, or marker, at a time (1:30='The talk'), or remove it with an empty title; may be repeated.",
            repeats: true),
        Option(
            "--remove <name>",
            "Remove a tag by its name, or cover, chapters, regions, loops, instrument, ixml, or all; may be repeated.",
            repeats: true),
        Option(
            "--from-json <file>",
            "Set everything in a document that --json printed ('-' for standard input); what it does not have stays as it is.",
            takesDashes: true),
        .dryRun("Print what the files would have; change nothing."),
    ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        try checkFiles()
        let files = given.files
        try SessionError.refuseSharedPipes(files)
        let documents = try given.path("--from-json").map { path in
            try NotesDocument.read(SmallFile.read(path, limit: 1 << 28), of: path)
        }
        let temporaryFiles = TemporaryFiles()
        ProcessSetup.removeOnSignal(temporaryFiles, json: common.json)
        let teller = FileTeller(files, json: common.json, voice: voice)
        for (index, path) in files.enumerated() {
            teller.tell(index) {
                try SessionError.refuseSettings([path], of: "tags")
                let report = try tell(path, documents, temporaryFiles)
                if !common.json, !common.quiet {
                    if index > 0 { Terminal.print("") }
                    Terminal.print(TagsText(report).text)
                }
                voice.tell([], report.notices)
                return report
            }
        }
        try teller.finish()
    }

    private func change(_ path: FilePath, _ documents: [NotesDocument]?) throws -> TagChange {
        var change = TagChange()
        var choice = TextChoice()
        for tag in given.values("--tag") { try choice.set(parsing: tag) }
        change.texts = choice.set
        change.removed = given.values("--remove")
        change.cover = given.path("--cover")
        change.chapters = try given.values("--chapter").map { try ChapterSpec(parsing: $0) }
        if let documents {
            change.document = NotesDocument.choose(documents, for: path)
            guard change.document != nil else {
                throw SessionError(
                    .badData, "the document has nothing for this file", place: path,
                    nextStep: "give a document of one file, or one with this file's path")
            }
        }
        return change
    }

    private func tell(
        _ path: FilePath, _ documents: [NotesDocument]?, _ temporaryFiles: TemporaryFiles
    ) throws -> NotesReport {
        let change = try change(path, documents)
        let file = try TaggedFile(path: path)
        guard !change.isEmpty else { return NotesReport(file) }
        let notes = try change.applied(to: file)
        let isDry = given.has("--dry-run")
        let isChanged = notes != file.notes
        if isChanged && !isDry { try file.write(notes, temporaryFiles: temporaryFiles) }
        var report = NotesReport(isDry ? file : try TaggedFile(path: path))
        if isDry { report.notes = notes }
        report.isChanged = isChanged
        report.notices = change.missed(in: file).map { "\(path): \($0)" }
        let lost = file.lost(notes)
        if !lost.isEmpty {
            report.notices += ["\(path): \(file.container) cannot store \(lost.joined(separator: ", "))"]
        }
        return report
    }
}
