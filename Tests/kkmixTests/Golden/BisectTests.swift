import Foundation
import KKTestSupport
import Testing

/// `kkmix bisect`: the commit with which a sound changed.
@Suite struct BisectTests {
    /// A repository of so many commits. The sound changes with one of them, some do not build, and every other commit
    /// changes something else.
    ///
    /// - Parameters:
    ///   - origin: the lines of the case that make its sound, of which `LEVEL` is 3 before the change and 6 from it on.
    ///   - change: the commit with which it changes, from 1.
    ///   - broken: commits that do not build.
    private static func repository(
        _ origin: String, count: Int, change: Int, broken: [Int], build: Bool = true
    ) throws -> GoldenFolder {
        let golden = try GoldenFolder(nil)
        let manifest = """
            schema: 1
            \(build ? "build: sh build.sh" : "")
            cases:
              - name: lead
                tolerance: exact
                golden: none
                assert: [channels 2]
                \(origin.split(separator: "\n").joined(separator: "\n    "))
            """
        try golden.folder.write(Array(manifest.utf8), to: "manifest")
        let script = """
            git init -q . && printf 'kkmix-results\\nbuilt\\n' > .gitignore
            export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
            for n in $(seq \(count)); do
              level=3; [ $n -ge \(change) ] && level=6
              sed "s/LEVEL/$level/" manifest > kkmix-test.yaml
              echo $n > counter
              echo 'cp noise.wav built' > build.sh
              case " \(broken.map(String.init).joined(separator: " ")) " in *" $n "*) echo 'echo no compiler >&2; exit 1' > build.sh;; esac
              git add . && git -c commit.gpgsign=false commit -qm "commit $n" && git tag c$n
            done
            """
        let made = try CommandRun.shell(script, in: golden.folder.root)
        #expect(made.status == 0, "\(made.errorText)")
        return golden
    }

    private static func bisect(_ golden: GoldenFolder, _ words: String...) throws -> CommandRun {
        try CommandRun(
            ["bisect", "--json"] + words, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
    }

    private static func hash(_ golden: GoldenFolder, _ name: String) throws -> String {
        try CommandRun.shell("git rev-parse \(name)", in: golden.folder.root).outputText.trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    @Test
    func `the commit is found among 64, three of which do not build, and the unit and second where a mix differs`()
        throws
    {
        let golden = try Self.repository(
            "mix: noise.wav --eq peak:1k:-LEVELdB:1oct", count: 64, change: 41, broken: [32, 40, 48])
        let before = try golden.snapshot()
        let references = try CommandRun.shell("git show-ref", in: golden.folder.root).outputText
        let run = try Self.bisect(golden, "--good", "c1", "lead")
        let report = try GoldenFolder.document(run)
        #expect(run.status == (report["first_bad"] is String ? 0 : 1), "\(run.outputText)\(run.errorText)")
        let steps = try #require(report["steps"] as? [[String: Any]])
        #expect(steps.count <= 12, "\(steps.count) commits were tried")
        let skipped = steps.filter { $0["verdict"] as? String == "skip" }
        #expect(skipped.allSatisfy { ($0["reason"] as? String)?.contains("no compiler") == true })
        // Commit 40 does not build: nobody can say whether it is that one.
        let candidates = try #require(report["candidates"] as? [String])
        if let first = report["first_bad"] as? String {
            #expect(try first == Self.hash(golden, "c41"))
        } else {
            #expect(try Set(candidates) == [Self.hash(golden, "c40"), Self.hash(golden, "c41")])
        }
        let after = try golden.snapshot().filter { !$0.key.hasPrefix("kkmix-results") }
        let names = Set(before.keys).union(after.keys)
        // Git may write the file of packed references again; the references are looked at by their names.
        let changed = names.filter { before[$0] != after[$0] && $0 != ".git/packed-refs" }.sorted()
        #expect(try CommandRun.shell("git show-ref", in: golden.folder.root).outputText == references)
        #expect(changed.isEmpty, "the user's tree and repository are as they were: \(changed)")
        #expect(try CommandRun.shell("git worktree list | wc -l", in: golden.folder.root).outputText == "1\n")
    }

    @Test func `a link in the folder of results is not followed`() throws {
        let golden = try Self.repository(
            "mix: noise.wav --eq peak:1k:-LEVELdB:1oct", count: 4, change: 3, broken: [], build: false)
        try golden.folder.write(Array("mine".utf8), to: "victim")
        let link = "mkdir -p kkmix-results && ln -s ../victim kkmix-results/lead.bisect"
        #expect(try CommandRun.shell(link, in: golden.folder.root).status == 0)
        _ = try Self.bisect(golden, "--good", "c1", "lead")
        #expect(golden.folder.bytes("victim") == Array("mine".utf8))
    }

    @Test func `the first bad commit is said with its subject, its sound and its trace`() throws {
        let golden = try Self.repository(
            "mix: noise.wav --eq peak:1k:-LEVELdB:1oct", count: 64, change: 41, broken: [16, 32, 48])
        let run = try Self.bisect(golden, "--good", "c1", "--bad", "c64", "lead")
        let report = try GoldenFolder.document(run)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
        #expect(try report["first_bad"] as? String == Self.hash(golden, "c41"))
        #expect(report["subject"] as? String == "commit 41" && report["author"] as? String == "A")
        let departure = try #require(report["departure"] as? String)
        #expect(departure.contains("equaliser") || departure.contains("eq"), "\(departure)")
        #expect(
            golden.folder.contents.contains("kkmix-results/lead.good.wav")
                || golden.folder.bytes("kkmix-results/lead.good.wav") != nil)
        // What was found stands: a second run tries nothing again.
        let again = try Self.bisect(golden, "--good", "c1", "--bad", "c64", "lead")
        #expect(again.outputText == run.outputText)
        let log = String(decoding: try #require(golden.folder.bytes("kkmix-results/lead.bisect")), as: UTF8.self)
        let c41 = try Self.hash(golden, "c41")
        try golden.folder.write(
            Array(log.replacing("\(c41)\tbad\t", with: "\(c41)\tgood\t").utf8), to: "kkmix-results/lead.bisect")
        let believed = try Self.bisect(golden, "--good", "c1", "--bad", "c64", "lead")
        #expect(
            try GoldenFolder.document(believed)["first_bad"] as? String == Self.hash(golden, "c42"),
            "what the log says is believed: \(believed.outputText)")
        // A commit that was skipped is tried again: what kept it from building may be mended.
        #expect(
            log.contains("\tskip\t")
                == (try GoldenFolder.document(run)["steps"] as? [[String: Any]])?.contains {
                    $0["verdict"] as? String == "skip"
                })
    }

    /// The log was believed for ever: "the first bad commit … holds the same bytes".
    @Test func `a search begins anew when what the last one found is bad no longer`() throws {
        let outside = try ScratchFolder()
        func tool(_ first: Int) throws {
            let line = "test $(cat counter) -lt \(first) && cp noise.wav $1 || cp quiet.wav $1"
            try outside.write(Array(line.utf8), to: "tool.sh")
        }
        let golden = try Self.repository(
            "command: sh \(outside.path("tool.sh")) {output}", count: 5, change: 5, broken: [], build: false)
        for (first, found) in [(3, "c3"), (3, "c3"), (4, nil), (4, "c4")] {
            try tool(first)
            let run = try Self.bisect(golden, "--good", "c1", "lead")
            let hash = try found.map { try Self.hash(golden, $0) }
            #expect(
                try GoldenFolder.document(run)["first_bad"] as? String == hash && (run.status == 0) == (found != nil),
                "\(run.outputText)\(run.errorText)")
        }
    }

    @Test(arguments: ["bisect --good c1 lead", "test --baseline c1"])
    func `a run that is stopped leaves no worktree and no note of one`(words: String) throws {
        let golden = try Self.repository(
            "mix: noise.wav --eq peak:1k:-LEVELdB:1oct", count: 2, change: 2, broken: [])
        let script = """
            git checkout -q c1 && printf 'touch "$TMPDIR/built"; sleep 60' > build.sh && git add . && \
            git -c user.name=A -c user.email=a@b -c commit.gpgsign=false commit -qm slow && git tag -f c1 >/dev/null
            git -c user.name=A -c user.email=a@b -c commit.gpgsign=false commit -qm next --allow-empty
            export TMPDIR=$PWD/temporary KKMIX_RUN_COMMANDS=1 CI=; mkdir temporary
            $KKMIX \(words) & program=$!
            for n in $(seq 300); do [ -e temporary/built ] && break; sleep 0.1; done
            kill -INT $program; wait $program; echo $?
            git worktree list | wc -l; ls temporary; ls .git/worktrees
            """
        // A shell's background programs ignore SIGINT unless it has job control.
        let run = try CommandRun.shell("set -m\n\(script)", in: golden.folder.root)
        #expect(
            run.outputText.split(separator: "\n").suffix(3) == ["130", "1", "built"],
            "\(run.outputText)\(run.errorText)")
    }

    @Test func `what a good revision lacks is said without the worktree's path, and what can be done about it`()
        throws
    {
        let golden = try Self.repository(
            "mix: noise.wav --gain -LEVELdB", count: 2, change: 2, broken: [], build: false)
        let script = """
            export KKMIX_RUN_COMMANDS=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
            mkdir sounds && cp kkmix-test.yaml noise.wav sounds/ && git add . && git -c commit.gpgsign=false commit -qm moved
            $KKMIX bisect --good c1 --case lead sounds; echo $?
            """
        let run = try CommandRun.shell(script, in: golden.folder.root)
        #expect(
            run.outputText == "66\n"
                && run.errorText.hasSuffix(
                    "kkmix: c1: the sound of the good revision cannot be made: sounds/kkmix-test.yaml: there is no such file; "
                        + "name another one with --good, which has the case where it is now\n"),
            "\(run.errorText)")
    }

    @Test func `a program's change is found as well`() throws {
        let golden = try Self.repository(
            "command: \(CommandRun.binary) noise.wav::gain=-LEVELdB -o {output}", count: 9, change: 4, broken: [],
            build: false)
        let run = try Self.bisect(golden, "--good", "c1", "lead")
        let report = try GoldenFolder.document(run)
        #expect(try run.status == 0 && report["first_bad"] as? String == Self.hash(golden, "c4"), "\(run.outputText)")
        #expect((report["difference"] as? String)?.contains("3 dB quieter") == true, "\(report)")
    }

    @Test func `what cannot be searched is refused`() throws {
        let golden = try Self.repository("mix: noise.wav::gain=-LEVELdB", count: 4, change: 3, broken: [2])
        #expect(try Self.bisect(golden, "lead").status == 64, "no good revision")
        #expect(try Self.bisect(golden, "--good", "c9", "lead").status == 64)
        #expect(try Self.bisect(golden, "--good", "c4", "--bad", "c1", "lead").status == 64, "the wrong way round")
        let same = try Self.bisect(golden, "--good", "c3", "--bad", "c4", "lead")
        #expect(same.status == 64 && same.outputText.contains("is the same at the bad revision"), "\(same.outputText)")
        let broken = try Self.bisect(golden, "--good", "c2", "lead")
        #expect(broken.status == 78 && broken.outputText.contains("no compiler"), "\(broken.outputText)")
        let refused = try CommandRun(
            ["bisect", "--good", "c1", "lead"], in: golden.folder.root,
            environment: ["KKMIX_RUN_COMMANDS": ""])
        #expect(refused.status == 64 && refused.errorText.contains("sh build.sh"), "\(refused.errorText)")
        #expect(try CommandRun.shell("git worktree list | wc -l", in: golden.folder.root).outputText == "1\n")
    }

    @Test func `a search that is stopped leaves nothing but what it found, and goes on`() throws {
        let golden = try Self.repository("mix: noise.wav::gain=-LEVELdB", count: 16, change: 9, broken: [])
        let run = try CommandRun.shell(
            """
            export TMPDIR=$PWD/../tmp-$$; mkdir $TMPDIR
            $KKMIX bisect --good c1 lead > told & p=$!
            until grep -q ^bad told 2>/dev/null; do sleep 0.01; done; kill -INT $p; wait $p; s=$?
            ls -A $TMPDIR; rmdir $TMPDIR; exit $s
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(
            [0, 130].contains(run.status) && run.outputText.isEmpty, "\(run.status) \(run.outputText)\(run.errorText)")
        let again = try Self.bisect(golden, "--good", "c1", "lead")
        #expect(
            try GoldenFolder.document(again)["first_bad"] as? String == Self.hash(golden, "c9"), "\(again.outputText)")
        #expect(try CommandRun.shell("git worktree list | wc -l", in: golden.folder.root).outputText == "1\n")
    }

    @Test func `results among the goldens, and in a linked folder, were written`() throws {
        let golden = try Self.repository(
            "mix: noise.wav --eq peak:1k:-LEVELdB:1oct", count: 4, change: 3, broken: [], build: false)
        try golden.write(
            String(decoding: golden.folder.bytes("kkmix-test.yaml") ?? [], as: UTF8.self).replacing(
                "golden: none", with: "golden: goldens/lead.wav"))
        _ = try CommandRun.shell("mkdir goldens elsewhere && ln -s elsewhere kkmix-results", in: golden.folder.root)
        let among = try Self.bisect(golden, "--good", "c1", "lead", "--results", "goldens")
        #expect(among.status == 64 && among.outputText.contains("the results would be in a folder with goldens"))
        let linked = try Self.bisect(golden, "--good", "c1", "lead")
        #expect(linked.status == 73 && linked.outputText.contains("the results' folder is a link"))
        #expect(
            try CommandRun.shell("ls goldens elsewhere", in: golden.folder.root).outputText
                == "elsewhere:\n\ngoldens:\n")
        #expect(try CommandRun.shell("git worktree list | wc -l", in: golden.folder.root).outputText == "1\n")
    }

    @Test func `what is not committed is said not to be searched`() throws {
        let golden = try Self.repository(
            "mix: noise.wav --eq peak:1k:-LEVELdB:1oct", count: 4, change: 3, broken: [], build: false)
        _ = try CommandRun.shell("echo more >> counter", in: golden.folder.root)
        let run = try CommandRun.shell("$KKMIX bisect --good c1 lead", in: golden.folder.root)
        #expect(run.errorText.contains("your files have changes that are not committed; only commits are searched"))
        #expect(try !Self.bisect(golden, "--good", "c1", "--bad", "c4", "lead").errorText.contains("not committed"))
    }
}
