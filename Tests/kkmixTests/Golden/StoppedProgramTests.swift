import KKTestSupport
import Testing

/// A signal while a program of a manifest is at work, in every phase that starts some: all that was started ends, nothing
/// of the user's changes, and the same command does its work afterwards.
@Suite struct StoppedProgramTests {
    /// A program that begins, starts another one in a session of its own, and never ends; where `DONE` is, it does its
    /// work. Told of a turn, only that one is slow.
    private static let program = """
        trap '' INT
        echo x >> $MARK.turns
        if [[ -e $MARK.done || $(wc -l < $MARK.turns) != ${TURN-1} ]]; then cp "$1" "$2"; exit; fi
        setsid sleep 300 & echo $! $$ > $MARK.new; mv $MARK.new $MARK; wait; sleep 300
        """

    private static let manifest = """
        schema: 1
        store: {fetch: 'bash slow.sh store.wav {path} {hash}', push: 'bash slow.sh {path} /dev/null {hash}'}
        cases:
          - {name: one, command: 'bash slow.sh noise.wav {output}', golden: goldens/one.wav, tolerance: exact}
        """

    private static func folder() throws -> GoldenFolder {
        let golden = try GoldenFolder(manifest)
        try golden.folder.write(Array(program.utf8), to: "slow.sh")
        let made = try CommandRun.shell(
            """
            mkdir goldens; cp noise.wav goldens/one.wav; cp noise.wav store.wav; touch mark.done
            printf 'kkmix-results\\nmark*\\ngoldens\\ntold\\ntemporary\\n' > .gitignore; git init -q .
            export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
            MARK=$PWD/mark KKMIX_RUN_COMMANDS=1 $KKMIX goldens push -q
            for n in 1 2; do echo $n > counter; git add . && git -c commit.gpgsign=false commit -qm $n; done
            rm mark*
            """, in: golden.folder.root)
        #expect(made.status == 0, "\(made.errorText)")
        return golden
    }

    struct Phase: Sendable, CustomTestStringConvertible {
        let words: String
        /// What is done before it; which turn of the program is slow.
        var before = ":", turn = 1
        /// What the command comes to when nothing stops it.
        var status: Int32 = 0
        var testDescription: String { words }
    }

    private static let phases = [
        Phase(words: "test"), Phase(words: "test --repeat 3", turn: 2), Phase(words: "test --calibrate one", turn: 2),
        Phase(words: "test --baseline HEAD", turn: 2), Phase(words: "test --mutate --html told/page"),
        Phase(words: "bisect --good HEAD~1 one", status: 64),
        Phase(words: "bisect --good HEAD~1 one", turn: 2, status: 64),
        Phase(words: "goldens pull", before: "rm goldens/one.wav"), Phase(words: "goldens verify"),
        Phase(words: "goldens push", before: "git rm -q --cached kkmix.lock && rm kkmix.lock"),
    ]

    @Test(arguments: phases, [("INT", 130), ("TERM", 143)])
    func `nothing is left of it, and the next run does its work`(phase: Phase, signal: (String, Int32)) throws {
        let golden = try Self.folder()
        let run = try CommandRun.shell(
            """
            export MARK=$PWD/mark TURN=\(phase.turn) TMPDIR=$PWD/temporary; mkdir temporary told; \(phase.before)
            state() { find . -path ./.git -prune -o -type f ! -name 'mark*' ! -path './told/*' -print; git status --short; git worktree list; }
            state > told/before; set -m
            $KKMIX \(phase.words) > told/said 2> told/problem & p=$!
            while kill -0 $p && [[ ! -s mark ]]; do sleep 0.01; done
            kill -\(signal.0) $p; wait $p; echo $?
            for q in $(<mark); do ! kill -0 $q 2>/dev/null || echo "$q is there"; done
            ls -A temporary; ls .git/worktrees 2>/dev/null; state | diff told/before -; ls -A told/page 2>/dev/null
            touch mark.done; $KKMIX \(phase.words) > told/said 2>&1; echo $?
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(run.outputText == "\(signal.1)\n\(phase.status)\n", "\(run.outputText)\(run.errorText)")
        let said = String(decoding: golden.folder.bytes("told/problem") ?? [], as: UTF8.self)
        #expect(said == "kkmix: stopped by SIG\(signal.0); no unfinished file was left behind\n", "\(said)")
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func `a player ends with the review, and no answer is lost`(signal: (String, Int32)) throws {
        let golden = try GoldenFolder()
        let run = try CommandRun.shell(
            """
            $KKMIX test --update missing -q; cp quiet.wav noise.wav; $KKMIX test -q > /dev/null
            cp kkmix-results/sound.actual.wav accepted.wav
            echo 'setsid sleep 300 & echo $! $$ > mark; wait; sleep 300' > player.sh
            set -m; mkfifo in; exec 9<> in; KKMIX_PLAYER='bash player.sh' $KKMIX review < in > said & p=$!
            printf 'a\\nP\\n' >&9; while kill -0 $p && [[ ! -s mark ]]; do sleep 0.01; done
            kill -\(signal.0) $p; wait $p; echo $?
            for q in $(<mark); do ! kill -0 $q 2>/dev/null || echo "$q is there"; done
            cmp goldens/sound.wav accepted.wav; ls kkmix-results
            """, in: golden.folder.root)
        #expect(
            run.outputText.split(separator: "\n") == [
                "\(signal.1)", "print.actual.wav", "print.origin", "print.png", "print.svg",
            ],
            "\(run.outputText)\(run.errorText)")
    }

    /// In GitHub's words: a job that is cancelled has seven seconds.
    @Test func `many programs that do not hear a signal end as soon as one does`() throws {
        let cases = (1...6).map {
            "  - {name: c\($0), command: 'bash deaf.sh {output}', golden: none, assert: [channels 2]}"
        }
        let golden = try GoldenFolder("schema: 1\ncases:\n\(cases.joined(separator: "\n"))\n")
        let run = try CommandRun.shell(
            """
            printf "trap '' TERM INT; echo \\$\\$ >> begun; while :; do sleep 0.1; done" > deaf.sh
            set -m; $KKMIX test -j 6 & p=$!
            while kill -0 $p && [[ $(cat begun 2>/dev/null | wc -l) != 6 ]]; do sleep 0.01; done
            start=$EPOCHREALTIME; kill -TERM $p; wait $p; echo $?; echo $EPOCHREALTIME $start | awk '{ print ($1 - $2 < 4) }'
            for q in $(<begun); do ! kill -0 $q 2>/dev/null || echo "$q is there"; done
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(run.outputText == "143\n1\n", "\(run.outputText)\(run.errorText)")
    }
}
