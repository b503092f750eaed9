import KKTestSupport
import Testing

/// Stores whose goldens others may need, and locks that say nothing.
@Suite struct SharedStoreTests {
    /// Two projects that keep their goldens in one folder.
    private static func projects() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(
            """
            for n in one two; do
                [ $n = one ] && f=440 || f=880
                mkdir -p $n/.git; cd $n; $KKMIX synth:sine:for=100ms:frequency=$f -q -o s.wav
                printf 'schema: 1\\nstore: ../store\\ncases:\\n  - {name: %s, mix: s.wav}\\n' $n > kkmix-test.yaml
                CI= $KKMIX test -q --update missing && $KKMIX goldens push -q; cd ..
            done; touch -d '20 days ago' store/??/*; find store -type f | wc -l
            """, in: folder.root)
        #expect(run.outputText == "3\n", "\(run.outputText)\(run.errorText)")
        return folder
    }

    @Test func `gc of one project removed the goldens of another`() throws {
        let folder = try Self.projects()
        let run = try CommandRun(["goldens", "gc", "one"], in: folder.root)
        #expect(
            run.status == 78 && run.errorText.contains("the store is outside the project")
                && run.errorText.contains("--store one/../store"), "\(run.outputText)\(run.errorText)")
        #expect(try CommandRun(["goldens", "gc", "one", "-n"], in: folder.root).status == 78)
        let both = try CommandRun(["goldens", "gc", "one", "two", "--store", "store"], in: folder.root)
        #expect(both.status == 0 && both.outputText == "2 needed\n", "\(both.outputText)\(both.errorText)")
        let other = try CommandRun(["goldens", "gc", "one", "--store", "one"], in: folder.root)
        #expect(other.status == 64 && other.errorText.contains("--store names one"), "\(other.errorText)")
        // Somebody who says that it is theirs alone is believed.
        let own = try CommandRun(["goldens", "gc", "one", "--store", "store"], in: folder.root)
        #expect(own.status == 0 && own.outputText.hasSuffix("1 needed, 1 removed\n"), "\(own.outputText)")
        #expect(try CommandRun(["goldens", "pull", "--store", "store", "one"], in: folder.root).status == 64)
    }

    @Test(arguments: ["rm one/kkmix.lock", ": > one/kkmix.lock", "sed -i '/^[^#]/d' one/kkmix.lock"])
    func `gc without a line in the lock emptied the store`(damage: String) throws {
        let folder = try Self.projects()
        _ = try CommandRun.shell(damage, in: folder.root)
        let run = try CommandRun(["goldens", "gc", "one", "--store", "store"], in: folder.root)
        #expect(
            run.status == 78 && run.errorText.contains("the store would be emptied")
                && run.errorText.contains("restore it from git"), "\(run.outputText)\(run.errorText)")
        #expect(try CommandRun.shell("find store -type f | wc -l", in: folder.root).outputText == "3\n")
    }

    @Test(arguments: ["pull", "verify"])
    func `without a lock it ended well`(action: String) throws {
        let folder = try Self.projects()
        _ = try CommandRun.shell("rm one/kkmix.lock one/goldens/*", in: folder.root)
        let run = try CommandRun(["goldens", action, "one"], in: folder.root)
        #expect(
            run.status == 66 && run.errorText.contains("one/kkmix.lock: there is no kkmix.lock beside the manifest"),
            "\(run.outputText)\(run.errorText)")
    }
}
