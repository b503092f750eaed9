import KKTestSupport
import Testing

/// A review makes no golden of a sound that was kept of something else.
@Suite struct KeptOriginTests {
    private static func review(
        _ golden: GoldenFolder, _ words: String..., platform: String? = nil
    ) throws -> CommandRun {
        try CommandRun(
            ["review"] + words, in: golden.folder.root,
            environment: platform.map { ["KKMIX_PLATFORM": $0] } ?? [:])
    }

    /// Refused, and every golden as it was.
    private static func expectRefused(
        _ golden: GoldenFolder, _ words: String, platform: String? = nil, _ names: String...
    ) throws {
        let before = try golden.snapshot(of: "goldens")
        let run = try CommandRun(
            ["review"] + names + ["--accept", "*"], in: golden.folder.root,
            environment: platform.map { ["KKMIX_PLATFORM": $0] } ?? [:])
        #expect(run.status == 1 && run.outputText.contains(words), "\(run.outputText)\(run.errorText)")
        #expect(run.outputText.contains("make the right one: kkmix test"), "\(run.outputText)")
        #expect(try golden.snapshot(of: "goldens") == before)
    }

    @Test func `the sound of another manifest's case of the same name became the golden`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell(
            "sed 's/goldens/others/' kkmix-test.yaml > other.yaml && mkdir -p others && cp goldens/* others && cp quiet.wav noise.wav",
            in: golden.folder.root)
        #expect(try golden.test("other.yaml").status == 1)
        try Self.expectRefused(golden, "made for another manifest, ", "kkmix-test.yaml")
        #expect(try Self.review(golden, "other.yaml", "--accept", "*").status == 0)
    }

    @Test func `the sound of one platform became the golden of another`() throws {
        let golden = try GoldenFolder()
        try golden.write(
            """
            schema: 1
            cases:
              - name: sound
                mix: noise.wav
                golden: goldens/all.wav
                goldens: {toaster-one: goldens/one.wav, toaster-two: goldens/two.wav}
            """)
        func test(_ platform: String, _ words: String...) throws -> Int32 {
            try CommandRun(
                ["test"] + words, in: golden.folder.root, environment: ["KKMIX_PLATFORM": platform]
            ).status
        }
        #expect(try test("toaster-one", "--update", "missing") == 0 && test("toaster-two", "--update", "missing") == 0)
        _ = try CommandRun.shell("cp quiet.wav noise.wav", in: golden.folder.root)
        #expect(try test("toaster-one") == 1)
        try Self.expectRefused(golden, "compared with another golden, ", platform: "toaster-two")
        #expect(try Self.review(golden, "--accept", "*", platform: "toaster-one").status == 0)
    }

    @Test func `the sound of another branch became the golden`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell(
            """
            git init -q -b main . && git add -A && git -c user.name=a -c user.email=a@b commit -qm a && git switch -qc louder
            cp quiet.wav noise.wav
            """, in: golden.folder.root)
        #expect(try golden.test().status == 1)
        _ = try CommandRun.shell("git checkout -q noise.wav && git switch -q main", in: golden.folder.root)
        try Self.expectRefused(golden, "made on another branch, louder")
        _ = try CommandRun.shell("git switch -q louder", in: golden.folder.root)
        #expect(try Self.review(golden, "--accept", "*").status == 0)
    }

    /// It may have come with the cases.
    @Test func `a sound without a note of where it is from became the golden`() throws {
        let golden = try GoldenFolder()
        #expect(try golden.test("--update", "missing").status == 0)
        _ = try CommandRun.shell("cp quiet.wav noise.wav", in: golden.folder.root)
        #expect(try golden.test().status == 1)
        _ = try CommandRun.shell("rm kkmix-results/*.origin", in: golden.folder.root)
        try Self.expectRefused(golden, "nothing says where this sound is from")
    }
}
