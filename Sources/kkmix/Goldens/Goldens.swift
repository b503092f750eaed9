internal import KKMixing
internal import Synchronization

/// `kkmix goldens`: goldens that are kept outside git.
struct Goldens: Command {
    static let name = "goldens"
    static let abstract = "Fetch, store and check goldens that are kept outside git."
    static let usage = "kkmix goldens pull|push|verify|gc [FOLDER|MANIFEST…] [options]"
    static let discussion = """
        Examples:
          kkmix goldens pull
          kkmix goldens push sounds/ -n
          kkmix goldens verify --run-commands
          kkmix goldens gc -n --keep-days 30

        A manifest names the store of its goldens. kkmix.lock, beside the manifest, has
        the SHA-256, length, format and path of each. The lock is in git, the sounds are
        not:

          store: /mnt/share/goldens    # or programs:
          store:
            fetch: aws s3 cp s3://our-goldens/{hash} {path}
            push: aws s3 cp {path} s3://our-goldens/{hash}

        pull fetches goldens that are missing or incomplete here. push stores goldens
        that the store does not have, and adds new ones to the lock. verify checks both
        sides. gc removes objects that no lock of the project names, if the store is a
        folder; a folder outside the project has to be named with --store.
        A file gets its name only when it is complete. Status 0: all is well. 1: a
        golden is missing, differs from its lock, or could not be transferred.
        """

    static let options: [Option] = [
        .input("pull|push|verify|gc", "What to do."),
        .inputs("manifest", "Manifests with a store, or folders with one (default: this folder)."),
        .dryRun("Print what would be fetched, stored or removed, with the programs that would be run; do nothing."),
        Option(
            "--run-commands",
            "Run the programs that the manifest names as its store (also with KKMIX_RUN_COMMANDS=1)."),
        Option("--keep-days <count>", "For gc: keep what was stored in the last COUNT days (default: 14)."),
        Option(
            "--store <folder>",
            "For gc: a store outside the project. Name the manifests of all projects that have goldens in it: gc removes all others."
        ),
        Option(
            "--allow-outside",
            "Allow goldens outside the project, which is the folder above the manifest that has a .git, or else the manifest's own."
        ),
        .jobs("goldens", changes: "result"),
    ]

    private enum Action: String, CaseIterable {
        case pull, push, verify, gc
    }

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let action: Action = try Arguments.choice(given.inputs[0], of: "goldens")
        let names = given.files.dropFirst().isEmpty ? ["."] : Array(given.files.dropFirst())
        try SessionError.refuseEmpty(names)
        let isDry = given.has("--dry-run")
        if isDry, action == .verify {
            throw SessionError(.usage, "verify never changes anything", nextStep: "leave -n out")
        }
        if let option = ["--keep-days", "--store"].first(where: given.has), action != .gc {
            throw SessionError(.usage, "\(option) is only for gc", nextStep: "leave it out")
        }
        let manifests = try names.map { try CaseManifest(path: $0, platform: ManifestCases.platform) }
        let teller = GoldensTeller(common)
        switch GoldenRun.Action(rawValue: action.rawValue) {
        case let action?: try transfer(action, manifests, teller)
        case nil: try collect(manifests, teller)
        }
        let hasFailed = teller.finish()
        if hasFailed {
            let isTransfer = action == .pull || action == .push
            if isTransfer, !common.json, !common.quiet {
                voice.note("what is complete is kept; run it again for the rest")
            }
            throw ExitCode(1)
        }
    }

    private func transfer(_ action: GoldenRun.Action, _ manifests: [CaseManifest], _ teller: GoldensTeller) throws {
        let isDry = given.has("--dry-run")
        if !isDry { try checkConsent(action, manifests) }
        let files = TemporaryFiles()
        let programs = RunningPrograms()
        ProcessSetup.removeOnSignal(files, ending: programs, json: common.json)
        var options = GoldenRun.Options()
        options.isDry = isDry
        options.allowsOutside = given.has("--allow-outside")
        options.threadCount = try given.threadCount()
        options.programs = StartedPrograms(programs: programs)
        try GoldenRun(action, manifests, options: options, temporaryFiles: files).run(tell: teller.tell)
    }

    private func collect(_ manifests: [CaseManifest], _ teller: GoldensTeller) throws {
        var options = GoldenCollection.Options()
        options.isDry = given.has("--dry-run")
        options.keptSeconds = (try given.number("--keep-days", in: 0...100_000) ?? 14) * 86_400
        options.now = Terminal.date
        options.ownStore = given.path("--store")
        teller.neededCount = try GoldenCollection(manifests, options: options).run(tell: teller.tell)
    }

    private func checkConsent(_ action: GoldenRun.Action, _ manifests: [CaseManifest]) throws(SessionError) {
        guard !ProgramConsent.isGiven(given) else { return }
        for manifest in manifests {
            guard let commands = manifest.store?.commands else { continue }
            let program = action == .push ? commands.push ?? commands.fetch : commands.fetch
            throw SessionError(
                .usage, "the manifest's store runs a program: \(program.text)", place: manifest.path,
                nextStep:
                    "kkmix goldens \(action == .verify ? "pull" : action.rawValue) \(ShellWord.path(manifest.path)) -n shows all of them; --run-commands, or \(ProgramConsent.variable)=1, runs them"
            )
        }
    }
}
