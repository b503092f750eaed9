import KKTestSupport
import Testing

/// `kkmix bisect` where the history is not a line, and where the project has others in it.
@Suite struct BisectHistoryTests {
    /// What the scripts below have: `commit GAIN SUBJECT` commits a manifest whose mix is so much softer.
    private static let start = """
        export KKMIX_RUN_COMMANDS=1 CI= GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
        git() { command git -c commit.gpgsign=false -c protocol.file.allow=always "$@"; }
        commit() {
            printf 'schema: 1\\n%s\\ncases:\\n  - {name: lead, %s, tolerance: exact, golden: none, assert: [channels 2]}\\n' \
                "$BUILD" "${MAKING-mix: noise.wav --gain -${1}dB}" > kkmix-test.yaml
            echo "$2" > "${COUNTER-counter}"; git add . && git commit -qm "$2"
        }
        bisect() { $KKMIX bisect "$@" lead 2>&1 | grep -E 'subject|kkmix:'; command git worktree list | wc -l; }
        git init -q -b main .; printf 'kkmix-results\\nlib\\n' > .gitignore
        """

    private static func run(_ script: String) throws -> [String] {
        let golden = try GoldenFolder(nil)
        let run = try CommandRun.shell("\(start)\n\(script)", in: golden.folder.root)
        #expect(run.errorText.isEmpty, "\(run.errorText)")
        return run.outputText.split(separator: "\n").map { String($0.drop(while: \.isWhitespace)) }
    }

    /// Two branches that meet: the change came with one of them, or with the merge alone.
    private static let merged = """
        commit 3 one; git tag start
        git checkout -q -b side; COUNTER=side; commit 3 side1; commit $SIDE side2; commit $SIDE side3
        git checkout -q main; unset COUNTER; commit 3 main1; commit 3 main2
        git merge -q --no-commit side > /dev/null 2>&1; commit $MERGE merge
        for n in 4 5 6; do commit $MERGE main$n; done
        git checkout -q -b release start; COUNTER=release commit 3 release1; git tag v1; git checkout -q main
        """

    @Test func `a change that a branch brought is found in the branch`() throws {
        #expect(try Self.run("SIDE=6 MERGE=6; \(Self.merged); bisect --good start") == ["subject  side2", "1"])
    }

    @Test func `a change that only a merge made is the merge's`() throws {
        #expect(try Self.run("SIDE=3 MERGE=9; \(Self.merged); bisect --good start") == ["subject  merge", "1"])
    }

    @Test func `a good revision on a branch for a release is searched from where it left`() throws {
        #expect(try Self.run("SIDE=6 MERGE=6; \(Self.merged); bisect --good v1") == ["subject  side2", "1"])
    }

    @Test func `a sound that was mended on the good branch is said to be, and no commit is blamed`() throws {
        let lines = try Self.run(
            """
            commit 3 one; commit 6 bad; git tag left; commit 6 later
            git checkout -q -b release left; COUNTER=release commit 3 mended; git checkout -q main
            bisect --good release; git rev-parse left
            """)
        #expect(
            lines == [
                "kkmix: \(lines.last ?? ""): the sound is already different in the common ancestor of the good and the bad revision, and was fixed before the good one; "
                    + "name a good revision that the bad one comes from", "1", lines.last ?? "",
            ])
    }

    @Test func `revisions in the wrong order, twice the same, and of no one history are refused by name`() throws {
        let lines = try Self.run(
            """
            commit 3 one; commit 6 two; git tag two
            bisect --good two --bad two~1; bisect --good two --bad HEAD
            git checkout -q --orphan other; commit 3 other; bisect --good two
            """)
        let texts = [
            "'two' comes after 'two~1'", "'two' and 'HEAD' are the same commit",
            "'two' and 'HEAD' have no commit in common",
        ]
        #expect(lines.count == 6 && lines[1] == "1")
        for (line, text) in zip([0, 2, 4].map { lines[$0] }, texts) { #expect(line.contains(text), "\(line)") }
    }

    /// What a build writes here, and a later commit has as a file of its own: git alone would refuse to check that out.
    @Test func `what a build has left is in no commit's way`() throws {
        let lines = try Self.run(
            """
            BUILD='build: echo built > made'
            for n in 1 2 3 4 5 6 7 8; do
                if [ $n = 4 ]; then echo mine > made; fi
                commit $((n < 6 ? 3 : 6)) c$n; [ $n = 1 ] && git tag start
            done
            bisect --good start
            """)
        #expect(lines == ["subject  c6", "1"])
    }

    @Test func `a clone that has its last commits alone says how to get the others`() throws {
        let lines = try Self.run(
            """
            commit 3 one; git tag start; commit 6 two; git branch other
            git clone -q --depth 1 "file://$PWD" ../clone; mv ../clone .; cd clone
            bisect --good start; $KKMIX test --baseline other 2>&1; git fetch -q --unshallow --tags; bisect --good start
            cd ..; git clone -q . full; cd full; $KKMIX test --baseline other 2>&1
            """)
        #expect(lines.count == 6, "\(lines)")
        #expect(lines.prefix(3).joined().contains("git fetch --unshallow --tags gets the others"), "\(lines)")
        #expect(lines[3...] == ["subject  two", "1", lines.last ?? ""][...])
        #expect(lines.last?.hasSuffix("did you mean 'origin/other'?") == true, "\(lines)")
    }

    /// A library in the project, whose own change moves the sound.
    private static let submodule = """
        mkdir ../lib-$$; cd ../lib-$$; git init -q -b main .; cp "$OLDPWD/noise.wav" "$OLDPWD/quiet.wav" .
        echo 'cp "${0%/*}/noise.wav" "$1"' > synth.sh; git add . && git commit -qm one
        echo 'cp "${0%/*}/quiet.wav" "$1"' > synth.sh; git commit -qam two; library=$PWD; cd "$OLDPWD"
        echo kkmix-results > .gitignore; git submodule --quiet add "$library" lib; git -C lib checkout -q HEAD~1
        MAKING='command: "sh lib/synth.sh {output}"'
        commit 0 one; git tag start; commit 0 two; commit 0 three
        git -C lib checkout -q main; commit 0 moved; commit 0 four; commit 0 five
        """

    @Test
    func `a submodule is checked out as each commit has it, without its server, and nothing of the user's changes`()
        throws
    {
        let lines = try Self.run(
            """
            \(Self.submodule); mv "$library" "$library-gone"
            state() { cat .git/config .git/modules/lib/config; git status; git -C lib status; ls .git .git/modules/lib | grep -v packed-refs; }
            state > ../state-$$; bisect --good start; state | diff ../state-$$ -
            $KKMIX test --baseline start | grep -c 'FAIL     lead  transformed: the same sound, 6.021 dB quieter'
            state | diff ../state-$$ -; ls .git/worktrees 2>/dev/null; rm -rf ../state-$$ "$library-gone"
            """)
        #expect(lines == ["subject  moved", "1", "1"])
    }

    @Test func `a submodule that the user does not have is named as what is missing`() throws {
        let lines = try Self.run(
            """
            \(Self.submodule); git clone -q . clone; cd clone; bisect --good start
            git submodule --quiet update --init; bisect --good start; rm -rf "$library"
            """)
        let first = try #require(lines.first)
        #expect(
            first.hasPrefix(
                "kkmix: start: the sound of the good revision cannot be made: sh: the program ended with status 2: ")
                && first.hasSuffix("; some of its submodules are missing: git submodule update --init fetches them"),
            "\(lines)")
        #expect(lines.dropFirst() == ["1", "subject  moved", "1"])
    }

    @Test func `a file of a submodule was removed for a build to make it`() throws {
        let script = Self.submodule.replacing("command: \"sh lib/synth.sh {output}\"", with: "file: lib/noise.wav")
        let lines = try Self.run("\(script); bisect --good start; rm -rf \"$library\"")
        #expect(lines.first?.contains("the sound of 'lead' is the same at the bad revision") == true, "\(lines)")
    }

    @Test func `the worktree of a run that is under way stays`() throws {
        let lines = try Self.run(
            """
            BUILD='build: "[ -e $HOME/quick ] || { echo $$ > $HOME/begun; while [ ! -e $HOME/quick ]; do sleep 0.02; done; }"'
            export HOME=$PWD/home TMPDIR=$PWD/temporary
            mkdir home temporary; printf 'home\\ntemporary\\n' >> .gitignore; commit 3 one; commit 6 two
            $KKMIX bisect --good HEAD~1 --results slow lead > home/said & p=$!
            while kill -0 $p && [ ! -s home/begun ]; do sleep 0.01; done
            $KKMIX test --baseline nonesuch 2> /dev/null; git worktree list | wc -l; touch home/quick; wait $p; echo $?
            """)
        #expect(lines == ["2", "0"])
    }

    @Test func `a manifest whose folder had another name was not found at older commits`() throws {
        let lines = try Self.run(
            """
            mkdir -p old/deep; mv noise.wav old/deep; cd old/deep
            commit 3 one; commit 3 two; commit 6 three; cd ../..; git mv old new; git commit -qm moved
            cd new/deep; commit 6 four; git mv kkmix-test.yaml kkmix-test.yml
            bisect --good HEAD~4
            cd ..; git mv deep flat; cd flat; bisect --good HEAD~4
            """)
        #expect(lines.filter { !$0.contains("not committed") } == ["subject  three", "1", "subject  three", "1"])
    }

    @Test func `the worktree of a run that was killed goes with the next run, and what it left elsewhere after a day`()
        throws
    {
        let lines = try Self.run(
            """
            BUILD='build: "[ -e $HOME/quick ] || { echo $$ > $HOME/begun; exec sleep 60; }"'; export HOME=$PWD/home TMPDIR=$PWD/temporary
            mkdir home temporary; printf 'home\\ntemporary\\n' >> .gitignore
            commit 3 one; commit 6 two; set -m
            $KKMIX bisect --good HEAD~1 lead & p=$!
            while kill -0 $p && [ ! -s home/begun ]; do sleep 0.01; done
            kill -9 $p; { wait $p; } 2>/dev/null; touch home/quick
            mkdir -p kkmix-results/.kkmix-1-1.kkmix-part/x; touch kkmix-results/.kkmix-1-2.kkmix-part
            bisect --good HEAD~1; touch -d '25 hours ago' kkmix-results/.kkmix-*; bisect --good HEAD~1
            find temporary kkmix-results -name '.kkmix-*'
            """)
        #expect(lines == ["subject  two", "1", "subject  two", "1"])
    }
}
