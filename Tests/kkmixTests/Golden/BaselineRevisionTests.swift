import Foundation
import KKTestSupport
import Testing

/// `--baseline REVISION`: the same cases in a git worktree.
@Suite struct BaselineRevisionTests {
    @Test func `a baseline revision runs the same cases in another tree, built there`() throws {
        let golden = try GoldenFolder(
            """
            schema: 1
            build: sh build.sh
            cases:
              - {name: program, command: "./maker {output}", tolerance: exact, golden: none, assert: [channels 2]}
              - {name: mix, mix: input.wav --gain -3dB, tolerance: exact, golden: none, assert: [channels 2]}
              - {name: file, file: built.wav, tolerance: exact, golden: none, assert: [channels 2]}
            """)
        let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
        let made = try CommandRun.shell(
            """
            printf 'cp noise.wav built.wav; printf "#!/bin/sh\\ncp noise.wav \\$1\\n" > maker; chmod +x maker' > build.sh
            printf '\\n  - {name: absolute, command: "%s/maker {output}", golden: none, assert: [channels 2]}\\n' "$PWD" >> kkmix-test.yaml
            cp noise.wav input.wav; printf 'maker\\nbuilt.wav\\nkkmix-results\\n' > .gitignore
            git init -q . && git add . && \(git) commit -qm one && sh build.sh
            """, in: golden.folder.root)
        #expect(made.status == 0, "\(made.errorText)")
        let same = try golden.test("--baseline", "HEAD")
        #expect(same.status == 0 && same.outputText.contains("4 passed"), "\(same.outputText)\(same.errorText)")
        // Each of the four has changed since.
        _ = try CommandRun.shell(
            "cp quiet.wav input.wav; cp quiet.wav built.wav; sed -i s/noise/quiet/ maker", in: golden.folder.root)
        let before = try golden.snapshot()
        let changed = try golden.test("--baseline", "HEAD", "--json")
        let cases = try #require(try GoldenFolder.document(changed)["cases"] as? [[String: Any]])
        let softer = cases.filter { ($0["diagnosis"] as? String)?.contains("6.021 dB quieter") == true }
        #expect(changed.status == 1 && softer.count == 4, "\(changed.outputText)")
        let after = try golden.snapshot().filter { !$0.key.hasPrefix("kkmix-results") }
        #expect(after == before, "nothing of the user's tree or repository has changed")
        #expect(try CommandRun.shell("git worktree list | wc -l", in: golden.folder.root).outputText == "1\n")
        // A hook of git says which repository is meant; that is the user's, and no worktree's.
        let variables = "GIT_DIR=$PWD/.git GIT_INDEX_FILE=$PWD/.git/index GIT_WORK_TREE=$PWD CI='' KKMIX_RUN_COMMANDS=1"
        let hook = try CommandRun.shell(
            "echo x > staged; git add staged; git status -sb > ../a; \(variables) $KKMIX test --baseline HEAD -q; git status -sb | diff - ../a && rm ../a",
            in: golden.folder.root)
        #expect(hook.status == 0, "\(hook.outputText)\(hook.errorText)")
        #expect(try golden.test("--baseline", "nonesuch").status == 64)
        let refused = try CommandRun(
            ["test", "--baseline", "HEAD", "--filter", "mix"], in: golden.folder.root,
            environment: ["KKMIX_RUN_COMMANDS": ""])
        #expect(refused.status == 64 && refused.errorText.contains("build.sh"), "\(refused.errorText)")
    }

    /// They passed: with the working copy on both sides every change holds the same bytes.
    @Test func `no case that names the project's own folder is compared with itself`() throws {
        let golden = try GoldenFolder(nil)
        let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
        let run = try CommandRun.shell(
            """
            ln -s . link; printf '#!/bin/sh\\ncp noise.wav "$1"\\n' > maker; chmod +x maker
            printf 'kkmix-results\\nbuilt\\n' > .gitignore
            cat > kkmix-test.yaml <<END
            schema: 1
            build: cd $PWD && touch built
            defaults: {tolerance: exact}
            cases:
              - {name: shell, golden: none, assert: [channels 2], shell: true, command: "cd $PWD && ./maker {output}"}
              - {name: variable, golden: none, assert: [channels 2], shell: true, command: "\\$M {output}", env: {M: "$PWD/maker"}}
              - {name: linked, golden: none, assert: [channels 2], command: "$PWD/link/maker {output}"}
              - {name: words, golden: none, assert: [channels 2], command: [sh, -c, "cd $PWD && ./maker \\$KKMIX_OUTPUT"]}
              - name: folder
                golden: none
                assert: [channels 2]
                command: [awk, 'BEGIN {exit system(ENVIRON["PWD"] "/maker " ARGV[1])}', "{output}"]
            END
            git init -q . && git add . && \(git) commit -qm one && sed -i s/noise/quiet/ maker
            export CI='' KKMIX_RUN_COMMANDS=1; $KKMIX test --baseline HEAD; echo $?; ls built
            \(git) commit -qam two; for n in shell variable linked words folder; do $KKMIX bisect --good HEAD~1 $n; done
            """, in: golden.folder.root)
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("5 failed") } && lines.contains("1"), "\(run.outputText)\(run.errorText)")
        #expect(lines.count { $0.hasSuffix("is the first bad commit") } == 5, "\(run.outputText)\(run.errorText)")
        #expect(golden.folder.bytes("built") == nil, "the build ran in the user's own folder")
    }

    @Test func `a program that works outside of the project is not compared with itself`() throws {
        let golden = try GoldenFolder(nil)
        let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
        let run = try CommandRun.shell(
            """
            mkdir p; cd p; cp ../*.wav .; cat > kkmix-test.yaml <<END
            schema: 1
            cases:
              - {name: one, golden: none, assert: [channels 2], cwd: .., command: "cp p/noise.wav {output}"}
              - {name: two, golden: none, assert: [channels 2], cwd: ../q, command: "cp ../p/noise.wav {output}"}
              - {name: three, golden: none, assert: [channels 2], cwd: ../q, command: "cp noise.wav {output}"}
            END
            mkdir ../q; cp noise.wav ../q; git init -q . && git add . && \(git) commit -qm one
            $KKMIX test --baseline HEAD
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(
            run.status == 1 && run.outputText.contains("1 passed")
                && run.outputText.split(separator: "\n").count { $0.contains("works outside of the project") } == 2,
            "\(run.outputText)\(run.errorText)")
    }

    @Test func `a folder or a sound that had another name was not found in the baseline's tree`() throws {
        let golden = try GoldenFolder("")
        let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
        let run = try CommandRun.shell(
            """
            mkdir -p old/deep; mv *.wav old/deep; cd old/deep; cat > kkmix-test.yaml <<END
            schema: 1
            cases:
              - {name: program, command: "cp noise.wav {output}", tolerance: exact, golden: none, assert: [channels 2]}
              - {name: mix, mix: noise.wav, tolerance: exact, golden: none, assert: [channels 2]}
            END
            git init -q ../.. && git add . && \(git) commit -qm one && cd ../.. && git mv old new && cd new
            export CI='' KKMIX_RUN_COMMANDS=1
            (cd deep; $KKMIX test --baseline HEAD); echo $?; \(git) commit -qm two; git mv deep/noise.wav deep/loud.wav
            git mv deep flat; cd flat; sed -i s/noise/loud/ kkmix-test.yaml; $KKMIX test --baseline HEAD~1; echo $?
            """, in: golden.folder.root)
        let lines = run.outputText.split(separator: "\n").filter { $0.contains("passed") || $0.count == 1 }
        #expect(
            lines.count == 4 && lines[0].contains("2 passed") && lines[1] == "0" && lines[3] == "1"
                && lines[2].contains("1 passed"), "\(run.outputText)\(run.errorText)")
    }

    @Test func `a build that fails is told with its last lines`() throws {
        let golden = try GoldenFolder(
            "schema: 1\nbuild: echo broken >&2; exit 7\ncases:\n  - {name: a, mix: noise.wav, golden: noise.wav}\n")
        let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false"
        _ = try CommandRun.shell("git init -q . && git add . && \(git) commit -qm one", in: golden.folder.root)
        let run = try golden.test("--baseline", "HEAD")
        #expect(
            run.status == 78 && run.errorText.contains("the build of HEAD ended with status 7: broken"),
            "\(run.errorText)")
        #expect(try CommandRun.shell("git worktree list | wc -l", in: golden.folder.root).outputText == "1\n")
    }
}
