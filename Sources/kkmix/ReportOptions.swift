internal import ArgumentParser
internal import KKAudio

/// Where the result goes beside the terminal: what `test`, `compare` and `batch` share.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write a page about it to this folder, with the sounds, and of what was compared pictures.", valueName: "folder"))
    var html: String?

    @Flag(name: .customLong("html-all"), help: "Put sounds and pictures of what passed on that page, too.")
    var htmlAll = false

    @Option(help: ArgumentHelp("Write JUnit's XML, as CI systems read it, to this file.", valueName: "file"))
    var junit: String?

    @Flag(help: "Print GitHub's annotations, and add a summary to GITHUB_STEP_SUMMARY; test does so when GITHUB_ACTIONS is true.")
    var github = false

    @Flag(name: .customLong("no-github"), help: "Print no annotations, also where GITHUB_ACTIONS is true.")
    var noGithub = false
}

/// The reports that were asked for: checked before the work, written behind it.
struct ReportOutputs {
    private let folder: ReportFolder?
    private let junit: FinishedFile?
    private let usesGitHub: Bool

    /// The folder for the page; `nil` for none.
    var pageFolder: String? { folder?.path }

    /// - Parameters:
    ///   - force: whether what is there and no report may be replaced, or a folder with other things added to.
    ///   - isTest: whether the variables of CI systems and Bazel ask for reports as well.
    /// - Throws: `usage` and `cannotCreate` for what cannot be written.
    init(_ options: ReportOptions, force: Bool, isTest: Bool) throws {
        if options.htmlAll, options.html == nil {
            throw SessionError(.usage, "--html-all says what a page has, and there is none", nextStep: "add --html FOLDER")
        }
        if options.github, options.noGithub { throw SessionError(.usage, "--github and --no-github contradict each other", nextStep: "keep one") }
        folder = options.html.map { ReportFolder(path: $0, force: force, includesPassed: options.htmlAll) }
        try folder?.check()
        let bazel = isTest ? Terminal.variable("XML_OUTPUT_FILE").flatMap { $0.isEmpty ? nil : $0 } : nil
        if let path = options.junit {
            guard path != "-" else {
                throw SessionError(.usage, "JUnit's XML does not go to standard output", nextStep: "name a file: --junit report.xml")
            }
            junit = FinishedFile(path: path, force: force || Self.isJUnit(path), makesFolder: true)
        } else {
            junit = bazel.map { FinishedFile(path: $0, force: true, makesFolder: true) }
        }
        try junit?.check()
        usesGitHub = options.github || isTest && !options.noGithub && Terminal.variable("GITHUB_ACTIONS") == "true"
    }

    /// Whether an earlier report is there, or nothing yet.
    private static func isJUnit(_ path: String) -> Bool {
        guard FileSystem.isPlainFile(path), let bytes = try? SmallFile.read(path, limit: 64 << 20) else { return false }
        return bytes.isEmpty || String(decoding: bytes.prefix(1_024), as: UTF8.self).contains("<testsuites")
    }

    var isEmpty: Bool { folder == nil && junit == nil && !usesGitHub }

    /// Writes them all.
    ///
    /// - Throws: what writing throws. GitHub's summary is worth a warning alone.
    func write(_ report: Report, voice: Voice, temporaryFiles: TemporaryFiles) throws {
        let report = try folder?.write(report, temporaryFiles: temporaryFiles) ?? report
        try junit?.write(JUnitReport(report).text, temporaryFiles: temporaryFiles)
        guard usesGitHub else { return }
        let github = GitHubReport(report, placed: Repository.path)
        for line in github.annotations { Terminal.printError(line) }
        guard let summary = Terminal.variable("GITHUB_STEP_SUMMARY"), !summary.isEmpty else { return }
        do throws(AudioFileError) {
            try FileSystem.append(to: summary, limit: Self.longestSummary) { room in room > 2_048 ? github.summary(limit: room) : "" }
        } catch {
            voice.warning("\(error)")
        }
    }

    /// GitHub refuses a step's summary of more than a mebibyte.
    private static let longestSummary = 1_000_000
}

/// The checkout that GitHub's actions work in.
enum Repository {
    /// A path as it is from the repository's root; one that lies elsewhere stays as it is.
    static func path(_ path: String) -> String {
        guard let root = Terminal.variable("GITHUB_WORKSPACE").flatMap(FileSystem.realPath), let real = FileSystem.realPath(path) else { return path }
        return real.hasPrefix(root + "/") ? String(real.dropFirst(root.count + 1)) : path
    }
}
