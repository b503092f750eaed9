import KKTestSupport
import Testing

/// `kkmix bisect` where one commit's files, product or tolerance would be another one's.
@Suite struct BisectBuildTests {
    /// - Parameter script: ends with the search; `commit` commits all there is.
    private static func subjects(_ script: String) throws -> [String] {
        let golden = try GoldenFolder(nil)
        let run = try CommandRun.shell(
            """
            export KKMIX_RUN_COMMANDS=1 CI= GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
            commit() { echo "$1" > counter; git add .; git -c commit.gpgsign=false commit -qm "$1"; }
            manifest() {
                printf 'schema: 1\\n%s\\ncases:\\n  - {name: lead, %s, tolerance: %s, golden: none, assert: [channels 2]}\\n' "$@" > kkmix-test.yaml
            }
            git init -q .; printf 'kkmix-results\\nbuilt*\\n' > .gitignore
            \(script)
            $KKMIX bisect --good ${GOOD-HEAD~3} lead
            """, in: golden.folder.root)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
        return run.outputText.split(separator: "\n").filter { $0.contains("subject") }
            .map { String($0.split(separator: " ").last ?? "") }
    }

    /// As Python does with its modules. Several commits were checked out in one second.
    @Test func `a program that knows files by second and size ran what another commit had`() throws {
        let script = """
            s=$(stat -c '%Y %s' level); [ "$s" = "$(cat built-of)" ] || { cp level built; echo "$s" > built-of; }
            cp $(cat built).wav $1
            """
        let subjects = try Self.subjects(
            """
            cat > maker <<'END'
            \(script)
            END
            manifest '' 'command: "sh maker {output}"' exact
            echo noise > level; commit one; commit two; echo quiet > level; commit three; commit four
            """)
        #expect(subjects == ["three"])
    }

    @Test func `a commit that changed nothing but its tolerance was the first bad one`() throws {
        let subjects = try Self.subjects(
            """
            manifest '' 'mix: noise.wav' exact; commit one
            manifest '' 'mix: noise.wav --gain -0.001dB' 'lossy'; commit two; commit three
            manifest '' 'mix: noise.wav --gain -0.001dB' exact; commit four
            """)
        #expect(subjects == ["two"])
    }

    @Test func `a file outside of the project was removed`() throws {
        let golden = try GoldenFolder(nil)
        let run = try CommandRun.shell(
            """
            export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
            mkdir p out; cp noise.wav out/one.wav; cp noise.wav out/two.wav; cd p; ln -s ../out out
            for n in 1 2; do
                echo $n > counter; cat > kkmix-test.yaml <<END
            schema: 1
            cases:
              - {name: one, file: $PWD/../out/one.wav, golden: none, assert: [channels 2]}
              - {name: two, file: out/two.wav, golden: none, assert: [channels 2]}
            END
                [ $n = 2 ] || git init -q .; git add . && git -c commit.gpgsign=false commit -qm $n
            done
            for n in one two; do $KKMIX bisect --good HEAD~1 $n; done; ls ../out
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        #expect(run.outputText.hasSuffix("one.wav\ntwo.wav\n"), "\(run.outputText)\(run.errorText)")
    }

    /// A build that is piped into `tee` ends well, whatever becomes of it.
    @Test func `the product of an earlier commit was judged where a build had failed`() throws {
        let subjects = try Self.subjects(
            """
            manifest 'build: sh build.sh | tee built.log' 'file: built.wav' exact
            echo 'cp noise.wav built.wav' > build.sh; commit one
            echo 'exit 1' > build.sh; commit two; commit three
            echo 'cp noise.wav built.wav' > build.sh; commit four
            echo 'cp quiet.wav built.wav' > build.sh; commit five; GOOD=HEAD~4
            """)
        #expect(subjects == ["five"])
    }
}
