import Foundation
import KKTestSupport
import Testing

/// `kkmix goldens` and `kkmix test` with goldens that are kept in a folder outside git.
@Suite struct GoldenStoreTests {
    private static let manifest = """
        schema: 1
        defaults: {tolerance: exact}
        store: store
        cases:
          - name: sound
            mix: noise.wav
          - name: odd
            mix: quiet.wav
            golden: "goldens/it's ü $(x) b.flac"
          - name: print
            mix: noise.wav
            golden: goldens/print.fingerprint
        """
    private let golden: GoldenFolder

    init() throws {
        golden = try GoldenFolder(Self.manifest)
        // A project of its own.
        _ = try CommandRun.shell("mkdir .git", in: golden.folder.root)
    }

    private func goldens(_ words: String...) throws -> CommandRun {
        try CommandRun(["goldens"] + words, in: golden.folder.root)
    }

    private func shell(_ line: String) throws -> CommandRun { try CommandRun.shell(line, in: golden.folder.root) }

    private func recorded() throws {
        #expect(try golden.test("--update", "missing").status == 0)
    }

    /// Recorded, and in the store.
    private func stored() throws {
        try recorded()
        #expect(try goldens("push").status == 0)
    }

    private var lock: String { String(decoding: golden.folder.bytes("kkmix.lock") ?? [], as: UTF8.self) }

    /// The files of the store, which `sha256sum` finds to be what their names say.
    private func objects() throws -> [String] {
        let run = try shell(
            "cd store && find . -type f -path './??/*' | sort | while read f; do echo \"$(basename $f)  $f\" | sha256sum -c --status && echo $f; done"
        )
        return run.outputText.split(separator: "\n").map(String.init)
    }

    @Test func `recorded goldens get their lines, are stored by their hashes, and come back the same`() throws {
        try recorded()
        let lines = lock.split(separator: "\n").dropFirst().map { $0.split(separator: " ", maxSplits: 3) }
        #expect(lines.map(\.last) == ["goldens/it's ü $(x) b.flac", "goldens/sound.wav"], "\(lock)")
        #expect(try goldens("push", "-n").outputText.hasSuffix("2 to do\n"))
        #expect(golden.folder.bytes("store/kkmix-store") == nil)
        let push = try goldens("push")
        #expect(push.status == 0 && push.outputText.hasSuffix("2 stored\n"), "\(push.outputText)\(push.errorText)")
        #expect(try Set(objects()) == Set(lines.map { "./\($0[0].prefix(2))/\($0[0])" }))
        #expect(try goldens("push").outputText == "2 there\n")
        let was = try golden.snapshot(of: "goldens")
        _ = try shell("rm goldens/*.wav goldens/*.flac")
        #expect(try goldens("pull", "-n").status == 0 && !golden.folder.contents.contains("goldens/sound.wav"))
        #expect(try goldens("pull").outputText.hasSuffix("2 fetched\n"))
        #expect(try golden.snapshot(of: "goldens") == was)
        #expect(try goldens("pull").outputText == "2 there\n")
        #expect(try golden.test().status == 0)
        #expect(try goldens("verify").outputText == "2 there\n")
    }

    /// What the lock names is in the store, and nothing that was rendered takes its place.
    @Test(arguments: [
        "rm goldens/sound.wav", "printf x >> goldens/sound.wav",
        "printf x | dd of=goldens/sound.wav conv=notrunc seek=99 bs=1",
    ])
    func `a golden that is missing or changed fails its case, and is never recorded`(damage: String) throws {
        try stored()
        _ = try shell(damage)
        let before = try golden.snapshot(of: "goldens"), line = lock
        for words in [
            [], ["--update", "missing"], ["--update", "failed"], ["--update", "all"], ["--accept", "sound"],
        ] {
            let run = try CommandRun(["test"] + words, in: golden.folder.root)
            #expect(run.status == 1 && run.outputText.contains("FAIL     sound"), "\(words): \(run.outputText)")
            #expect(run.outputText.contains("next      kkmix goldens pull kkmix-test.yaml"), "\(run.outputText)")
        }
        let review = try CommandRun(["review", "--accept", "sound"], in: golden.folder.root)
        #expect(review.status == 1, "\(review.outputText)")
        #expect(try golden.snapshot(of: "goldens") == before && lock == line)
        #expect(try goldens("verify").status == 1)
        if !damage.hasPrefix("rm") { #expect(try goldens("push").status == 1, "a changed golden was stored") }
        #expect(try goldens("pull").status == 0 && golden.test().status == 0)
    }

    @Test func `verify said to fetch what the store does not have whole`() throws {
        try stored()
        _ = try shell("rm goldens/sound.wav; for f in $(find store -type f -size +40k); do echo >> $f; done")
        let run = try goldens("verify")
        #expect(
            run.status == 1 && run.outputText.contains("it is not here; store/")
                && run.outputText.contains("next      run kkmix goldens push where the golden is complete"),
            "\(run.outputText)")
    }

    @Test func `a sound that is accepted moves its line and no other, by test and by review`() throws {
        try stored()
        let before = lock.split(separator: "\n")
        _ = try shell("cp quiet.wav noise.wav")
        #expect(try golden.test().status == 1)
        let run = try CommandRun(["review", "--accept", "sound"], in: golden.folder.root)
        #expect(run.outputText.contains("kkmix goldens push kkmix-test.yaml stores it"), "\(run.outputText)")
        let after = lock.split(separator: "\n")
        #expect(after.count == before.count && zip(before, after).count { $0 != $1 } == 1, "\(lock)")
        _ = try shell("mv goldens/sound.wav kept.wav")
        let early = try goldens("pull")
        #expect(early.status == 1 && early.outputText.contains("the store does not have it"), "\(early.outputText)")
        _ = try shell("mv kept.wav goldens/sound.wav")
        #expect(try goldens("push").outputText.hasSuffix("1 there, 1 stored\n"))
        #expect(try golden.test("--filter", "sound").status == 0)
    }

    @Test func `a golden without a line fails until it is pushed`() throws {
        try stored()
        _ = try shell("grep -v sound.wav kkmix.lock > l; mv l kkmix.lock")
        let run = try golden.test()
        #expect(run.status == 1 && run.outputText.contains("kkmix.lock has no line for goldens/sound.wav"))
        #expect(try goldens("verify").status == 1)
        let document = try GoldenFolder.document(goldens("push", "--json"))
        let files = try #require(document["files"] as? [[String: Any]])
        #expect(files.map { $0["status"] as? String } == ["stored", "there"], "\(files)")
        #expect(files[0]["bytes"] as? Int == golden.folder.bytes("goldens/sound.wav")?.count)
        #expect(try golden.test().status == 0)
    }

    @Test func `a damaged object is no golden, and the next push replaces it`() throws {
        try stored()
        _ = try shell("for f in store/??/*; do printf x | dd of=$f conv=notrunc seek=50 bs=1; done")
        #expect(try goldens("verify").status == 1)
        _ = try shell("cp -r goldens kept; rm goldens/*.wav goldens/*.flac")
        let pull = try goldens("pull")
        #expect(pull.status == 1 && pull.outputText.contains("the file in the store is not the golden: its SHA-256 is"))
        #expect(try golden.snapshot(of: "goldens").keys.sorted() == ["print.fingerprint"])
        _ = try shell("cp kept/* goldens")
        #expect(try goldens("push").outputText.hasSuffix("2 stored\n"))
        #expect(try objects().count == 2)
        #expect(try goldens("verify").status == 0)
    }

    @Test func `gc removes what no lock of the project names, and nothing young`() throws {
        try stored()
        let hash = String(repeating: "ab", count: 32)
        _ = try shell(
            """
            mkdir -p store/ab other && echo x > store/ab/\(hash) && echo y > store/ab/notes && echo z > store/readme
            cp -r noise.wav goldens other && sed 's/sound/more/;s/store: store/store: ..\\/store/' kkmix-test.yaml > other/kkmix-test.yaml
            """)
        let before = try objects()
        #expect(try goldens("gc").outputText.contains("younger than 14 days"))
        let dry = try goldens("gc", "-n", "--keep-days", "0")
        #expect(dry.outputText.hasSuffix("2 needed, 1 to do\n"), "\(dry.outputText)")
        #expect(golden.folder.bytes("store/ab/\(hash)") != nil)
        // What another manifest of the project has alone stays, too.
        _ = try shell(
            "cd other && sed 's/noise/quiet/' -i kkmix-test.yaml && cp ../quiet.wav . && CI= $KKMIX test --update missing; $KKMIX goldens push; touch -d '20 days ago' ../store/??/*"
        )
        let gc = try goldens("gc")
        #expect(gc.status == 0 && gc.outputText.contains("store/ab/\(hash)"), "\(gc.outputText)\(gc.errorText)")
        #expect(golden.folder.bytes("store/ab/\(hash)") == nil && golden.folder.bytes("store/ab/notes") != nil)
        #expect(try Set(objects()).isSuperset(of: before))
        #expect(try CommandRun(["goldens", "verify"], in: golden.folder.path("other")).status == 0)
    }

    @Test func `gc removes nothing where it does not know what is needed, or what is no store`() throws {
        try stored()
        _ = try shell(
            "touch -d '20 days ago' store/??/*; mkdir b && echo 'cases: [' > b/kkmix-test.yaml; echo > l; cp kkmix.lock k"
        )
        #expect(try goldens("gc").status == 78)
        _ = try shell("rm -r b; sed -i 's/^[0-9a-f]/g/' kkmix.lock")
        #expect(try goldens("gc").status == 78)
        _ = try shell("mv k kkmix.lock; rm store/kkmix-store; : > kkmix.lock")
        let run = try goldens("gc")
        #expect(run.status == 73 && run.errorText.contains("this is not a store"), "\(run.errorText)")
        #expect(try objects().count == 2)
    }

    @Test func `nothing is stored in a folder of other things, and no link is followed`() throws {
        try recorded()
        _ = try shell("mkdir store away; echo > store/mine")
        let full = try goldens("push")
        #expect(full.status == 73 && full.errorText.contains("it has other files and no kkmix-store"))
        _ = try shell(
            "rm store/mine; for i in $(tail -n +2 kkmix.lock | cut -c1-2); do ln -s ../away store/$i; done; touch store/kkmix-store"
        )
        let push = try goldens("push")
        #expect(push.status == 1 && push.outputText.contains("this is a link"), "\(push.outputText)")
        #expect(try shell("ls away").outputText.isEmpty)
    }

    @Test func `links that came with the cases lead nowhere`() throws {
        try stored()
        let outside = try ScratchFolder()
        let was = try golden.snapshot(of: "goldens")
        _ = try shell(
            "rm goldens/*.wav goldens/*.flac; mv goldens '\(outside.root)/g'; ln -s '\(outside.root)/g' goldens")
        let folder = try goldens("pull")
        #expect(folder.status == 1 && folder.outputText.contains("the golden is outside the project"))
        #expect(try goldens("pull", "--allow-outside").status == 0)
        _ = try shell(
            "rm goldens; mkdir goldens; echo precious > '\(outside.root)/p'; ln -s '\(outside.root)/p' goldens/sound.wav"
        )
        #expect(try goldens("pull").status == 1 && goldens("push").status == 1)
        #expect(outside.bytes("p") == Array("precious\n".utf8))
        _ = try shell("ln -sf ../noise.wav goldens/sound.wav; cp noise.wav kept; printf x >> noise.wav")
        #expect(try goldens("pull").status == 0)
        #expect(
            golden.folder.bytes("goldens/sound.wav") == was["sound.wav"]
                && golden.folder.bytes("noise.wav")?.last == 0x78)
        _ = try shell("mv kkmix.lock '\(outside.root)/l'; ln -s '\(outside.root)/l' kkmix.lock")
        #expect(try goldens("pull").status == 78 && golden.test().status == 1)
    }

    @Test func `what cannot be written whole is not there`() throws {
        try stored()
        let was = try golden.snapshot(of: "goldens")
        _ = try shell("mv goldens/sound.wav kept.wav")
        let run = try shell("ulimit -f 8; $KKMIX goldens pull")
        #expect(run.status == 1 && run.outputText.contains("writing failed"), "\(run.outputText)")
        #expect(try shell("ls -A goldens | grep -c -e kkmix- -e sound").outputText == "0\n")
        _ = try shell("mv kept.wav goldens/sound.wav; rm store/??/*; ulimit -f 8; $KKMIX goldens push")
        #expect(try shell("find store -type f").outputText == "store/kkmix-store\n")
        #expect(try goldens("push").status == 0 && golden.snapshot(of: "goldens") == was)
    }

    @Test func `what is no file is not read, not replaced, and no golden`() throws {
        try stored()
        let was = try golden.snapshot(of: "goldens")
        for make in ["mkfifo", "mkdir"] {
            _ = try shell("rm goldens/sound.wav; \(make) goldens/sound.wav")
            let pull = try goldens("pull")
            #expect(
                pull.status == 1 && pull.outputText.contains("something with the golden's name is not a file"),
                "\(pull.outputText)")
            #expect(try goldens("push").status == 1 && golden.test("--update", "all").status == 1)
            _ = try shell("rm -r goldens/sound.wav")
            #expect(try goldens("pull").status == 0)
            _ = try shell("for f in store/??/*; do mv $f kept; \(make) $f; mv kept $f.kept; done; rm goldens/sound.wav")
            let object = try goldens("pull")
            #expect(object.status == 1 && object.outputText.contains("it is not a file"), "\(object.outputText)")
            _ = try shell("for f in store/??/*.kept; do rm -r ${f%.kept}; mv $f ${f%.kept}; done")
            #expect(try goldens("pull").status == 0 && golden.snapshot(of: "goldens") == was)
        }
        for make in ["mkfifo", "mkdir", "ln -s noise.wav", "truncate -s 17M"] {
            _ = try shell("rm -r kkmix.lock; \(make) kkmix.lock")
            #expect(try goldens("pull").status == 78 && golden.test("--update", "all").status == 1, "\(make)")
        }
        #expect(try golden.snapshot(of: "goldens") == was)
    }

    @Test func `another platform's golden goes along once somebody has made it`() throws {
        try golden.write(
            Self.manifest.replacing(
                "    mix: noise.wav\n  - name: odd",
                with: """
                        mix: noise.wav
                        goldens: {other-machine: goldens/other.wav}
                      - name: odd
                    """))
        try stored()
        #expect(try goldens("verify").outputText == "2 there\n" && !lock.contains("other.wav"))
        let other = ["KKMIX_PLATFORM": "other-machine"]
        _ = try CommandRun(["test", "--update", "missing"], in: golden.folder.root, environment: other)
        #expect(lock.contains("wav goldens/other.wav"))
        // The same bytes are one object.
        #expect(try goldens("push").outputText == "3 there\n" && objects().count == 2)
        _ = try shell("rm goldens/*.wav")
        #expect(try goldens("pull").outputText.hasSuffix("1 there, 2 fetched\n"))
    }

    @Test func `two pulls and two pushes at once do what one does`() throws {
        try recorded()
        #expect(try shell("$KKMIX goldens push & $KKMIX goldens push; s=$?; wait $! && exit $s").status == 0)
        let was = try golden.snapshot(of: "goldens")
        _ = try shell("rm goldens/*.wav goldens/*.flac")
        #expect(try shell("$KKMIX goldens pull & $KKMIX goldens pull; s=$?; wait $! && exit $s").status == 0)
        #expect(try golden.snapshot(of: "goldens") == was && objects().count == 2)
    }

    @Test func `a line of a golden that no case has is dropped by push`() throws {
        try stored()
        try golden.write(Self.manifest.replacing("  - name: sound\n    mix: noise.wav\n", with: ""))
        #expect(
            try goldens("push", "-n").outputText.contains("would    goldens/sound.wav") && lock.contains("sound.wav"))
        #expect(try goldens("push").status == 0 && !lock.contains("sound.wav") && lock.contains("flac"))
    }

    @Test(arguments: [
        ("verify -n", 64, "verify never changes anything"), ("pull --keep-days 3", 64, "--keep-days is only for gc"),
        ("fetch", 64, "'fetch' is not a value of goldens"), ("pull none.yaml", 66, "none.yaml"),
        ("pull plain.yaml", 78, "the manifest has no store"), ("gc programs.yaml", 64, "reached by commands"),
        ("push fetches.yaml --run-commands", 64, "the store has no 'push' command"),
    ])
    func `what makes no sense is refused`(words: String, status: Int32, problem: String) throws {
        let texts = [
            "plain": Self.manifest.replacing("store: store\n", with: ""),
            "programs": Self.manifest.replacing("store: store", with: "store: {fetch: 'f {hash} {path}'}"),
        ]
        for (name, text) in texts { try golden.folder.write(Array(text.utf8), to: "\(name).yaml") }
        try golden.folder.write(try #require(golden.folder.bytes("programs.yaml")), to: "fetches.yaml")
        let run = try CommandRun(["goldens"] + words.split(separator: " ").map(String.init), in: golden.folder.root)
        #expect(run.status == status && run.errorText.contains(problem), "\(run.errorText)")
    }
}
