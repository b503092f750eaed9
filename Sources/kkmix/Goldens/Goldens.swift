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

        A manifest says where its goldens are, and kkmix.lock beside it what each one
        is: its SHA-256, length, format and path. The lock is in git, the sounds are not:

          store: /mnt/share/goldens    # or programs:
          store:
            fetch: aws s3 cp s3://our-goldens/{hash} {path}
            push: aws s3 cp {path} s3://our-goldens/{hash}

        pull fetches what is not here or not whole. push stores what the store does not
        have, and writes the lines of goldens that are new. verify reads both ends. gc
        removes from a folder the objects that no lock of the project names; a folder
        outside the project has to be named with --store.
        Nothing is there under its name before it is whole. Status 0: all is well. 1: a
        golden is missing, is not what the lock names, or could not be transferred.
        """

    static let options: [Option] = [
        .input("pull|push|verify|gc", "What to do."),
        .inputs("manifest", "Manifests with a store, or folders with one (default: this folder)."),
        .dryRun("Print what would be fetched, stored or removed, with the programs that would be run; do nothing."),
        Option(
            "--run-commands",
            "Run the programs that the manifest names as its store; also where KKMIX_RUN_COMMANDS is 1."),
        Option("--keep-days <count>", "Of gc: keep what was stored within so many days (default: 14)."),
        Option(
            "--store <folder>",
            "Of gc: the store, where it lies outside the project and no project has goldens in it that is not named here."
        ),
        Option(
            "--allow-outside",
            "Let goldens lie outside the project: the folder above the manifest that has a .git, or else its own."),
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
            throw SessionError(.usage, "verify changes nothing", nextStep: "leave -n out")
        }
        if let option = ["--keep-days", "--store"].first(where: given.has), action != .gc {
            throw SessionError(.usage, "\(option) says what gc keeps", nextStep: "leave it out")
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
            if isTransfer, !common.json, !common.quiet { voice.note("what is whole stays; run it again for the rest") }
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
