internal import KKMixing

/// Where the result goes beside the terminal: what `test`, `compare` and `batch` share.
struct ReportOptions {
    static let table = [
        Option(
            "--html <folder>",
            "Write an HTML report to this folder, with the sounds and with pictures of what was compared."),
        Option("--html-all", "Include sounds and pictures of what passed in the HTML report."),
        Option("--junit <file>", "Write a JUnit XML report, which CI systems read, to this file."),
        Option(
            "--markdown <file>",
            "Write a comment for a pull request to this file: a table and pictures, less than 60 KB."),
        Option(
            "--picture-url <prefix>",
            "Address of the pictures in the comment, instead of their path from the comment's folder."),
        Option(
            "--github",
            "Print GitHub annotations, and add a summary to GITHUB_STEP_SUMMARY. test does this without the option if GITHUB_ACTIONS is true."
        ),
        Option("--no-github", "Print no annotations, even if GITHUB_ACTIONS is true."),
    ]

    static let exclusions = [
        Exclusion(["--github", "--no-github"], "--github and --no-github contradict each other")
    ]

    let html: FilePath?
    let htmlAll: Bool
    let junit: FilePath?
    let markdown: FilePath?
    let pictureURL: String?
    let github: Bool
    let noGithub: Bool

    init(_ given: Arguments) {
        html = given.path("--html")
        htmlAll = given.has("--html-all")
        junit = given.path("--junit")
        markdown = given.path("--markdown")
        pictureURL = given["--picture-url"]
        github = given.has("--github")
        noGithub = given.has("--no-github")
    }
}

/// The reports that were asked for: checked before the work, written after it.
struct ReportOutputs {
    private let folder: ReportFolder?
    private let junit: FinishedFile?
    private let comment: CommentFile?
    private let force: Bool
    private let usesGitHub: Bool
    /// What the run reads and writes, these reports included.
    private let files: RunFiles

    /// The folder for the page; `nil` for none.
    var pageFolder: FilePath? { folder?.path }

    /// - Parameters:
    ///   - force: whether what is there and no report may be replaced, or a folder with other things added to.
    ///   - isTest: whether the variables of CI systems and Bazel ask for reports as well.
    ///   - files: what the run reads and writes; not even `force` replaces that.
    /// - Throws: `usage` and `cannotCreate` for what cannot be written.
    init(_ options: ReportOptions, force: Bool, isTest: Bool, files: @autoclosure () -> RunFiles) throws {
        if options.htmlAll, options.html == nil {
            throw SessionError(
                .usage, "--html-all needs a report", nextStep: "add --html FOLDER")
        }
        let bazel =
            isTest && options.junit == nil
            ? Terminal.variable("XML_OUTPUT_FILE").flatMap { $0.isEmpty ? nil : FilePath($0) } : nil
        try self.init(
            page: options.html.map { ReportFolder(path: $0, force: force, includesPassed: options.htmlAll) },
            junit: (options.junit ?? bazel).map { (bazel == nil ? "--junit" : "XML_OUTPUT_FILE", $0) },
            comment: options.markdown.map { CommentFile(path: $0, prefix: options.pictureURL, force: force) },
            usesGitHub: options.github || isTest && !options.noGithub && Terminal.variable("GITHUB_ACTIONS") == "true",
            force: force, files: files())
    }

    /// - Parameter xml: JUnit's file, with what names it.
    /// - Throws: as above.
    init(
        page: ReportFolder?, junit xml: (option: String, path: FilePath)?, comment: CommentFile? = nil,
        usesGitHub: Bool = false, force: Bool = false, files: RunFiles
    ) throws {
        self.comment = comment
        guard xml?.path.isStandard != true else {
            throw SessionError(
                .usage, "the JUnit report cannot go to standard output", nextStep: "name a file: --junit report.xml")
        }
        folder = page
        self.force = force
        junit = xml.map { FinishedFile(path: $0.path, force: force || Self.isJUnit($0.path), makesFolder: true) }
        self.usesGitHub = usesGitHub
        var files = files
        let reports =
            files.reports.compactMap { report in report.path.map { (report.option, $0) } } + (xml.map { [$0] } ?? [])
            + (comment.map { [("--markdown", $0.path)] } ?? [])
        for (option, path) in reports { try SessionError.refuseNamedPipe(path, of: option) }
        try RunFiles.checkApart(reports, page: page)
        if let xml { try files.check(xml.path, of: xml.option) }
        if let comment {
            try files.check(comment.path, of: "--markdown")
            try comment.file.check()
        }
        try junit?.check()
        try page?.check(besides: reports.map(\.1), inUse: files.reads + files.writes, folders: files.folders)
        files.writes += reports.map(\.1) + (page?.ownFiles ?? [])
        self.files = files
    }

    /// Whether an earlier JUnit's file is there, or an empty one.
    private static func isJUnit(_ path: FilePath) -> Bool {
        guard path.isPlainFile, let bytes = try? SmallFile.head(of: path, count: 1_024) else {
            return false
        }
        return bytes.isEmpty || String(decoding: bytes, as: UTF8.self).contains("<testsuites")
    }

    var isEmpty: Bool { folder == nil && junit == nil && comment == nil && !usesGitHub }

    /// Writes them all, the small ones first: where the page has no room, they are there.
    ///
    /// - Throws: the first thing that writing throws. GitHub's summary is worth a warning alone.
    func write(_ report: Report, voice: Voice, temporaryFiles: TemporaryFiles) throws {
        var attempts = Attempts()
        attempts.perform { try writeJUnit(report, temporaryFiles) }
        attempts.perform { try comment?.write(report, temporaryFiles: temporaryFiles) }
        if usesGitHub { tellGitHub(report, voice) }
        attempts.perform { _ = try folder?.write(report, temporaryFiles: temporaryFiles) }
        try attempts.check()
    }

    private func writeJUnit(_ report: Report, _ temporaryFiles: TemporaryFiles) throws {
        guard var file = junit else { return }
        // Another run's may have come meanwhile, and is as good as one that was there before.
        file.force = force || Self.isJUnit(file.path)
        try file.write(JUnitReport(report).text, temporaryFiles: temporaryFiles)
    }

    private func tellGitHub(_ report: Report, _ voice: Voice) {
        let github = GitHubReport(report, placed: Repository.path)
        for line in github.annotations { Terminal.printError(line) }
        let variable = "GITHUB_STEP_SUMMARY"
        guard let summary = Terminal.variable(variable).map({ FilePath($0) }), !summary.isEmpty else { return }
        // A FIFO would wait for a reader without end.
        guard summary.isFile || !summary.exists else {
            return voice.warning("\(summary): \(variable) is not a file, so no summary is written")
        }
        var files = files
        files.writes += report.entries.flatMap(\.attachments).map { FilePath($0.path) }
        do throws(SessionError) {
            if folder?.keeps(summary) ?? false {
                throw SessionError(.cannotCreate, "the page keeps its files there", nextStep: "name another file")
            }
            try files.check(summary, of: variable)
        } catch {
            return voice.warning("\(summary): \(error.problem), so \(variable) gets no summary")
        }
        do throws(AudioFileError) {
            try summary.append(limit: Self.longestSummary) { room in
                room > 2_048 ? github.summary(limit: room) : ""
            }
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
        guard let root = Terminal.variable("GITHUB_WORKSPACE").flatMap({ FilePath($0).realPath }),
            let real = FilePath(path).realPath, real.isIn(root),
            let rest = String(real.text.utf8.dropFirst(root.text.utf8.count + 1)), !rest.isEmpty
        else { return path }
        return rest
    }
}
