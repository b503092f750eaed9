import Foundation
import KKTestSupport
import Testing

@testable import kkmix

/// The action for GitHub, the component for GitLab and the hook for pre-commit: their steps of shell, run here with
/// stand-ins for what only those services have.
@Suite struct CIComponentTests {
    private let golden: GoldenFolder
    private let manifest = GoldenFolder.twoCases.replacing("mix: noise.wav", with: "mix: ../noise.wav")

    /// A project with goldens; `release/` with a tarball of the program, a package that is none, and their checksums;
    /// `stub/` with curl, which takes files from there, and apt-get, sudo and gh, which write down what was asked.
    init() throws {
        golden = try GoldenFolder(nil)
        let folder = golden.folder
        try folder.write([], to: "calls")
        try FileManager.default.createDirectory(atPath: folder.path("sounds"), withIntermediateDirectories: true)
        try folder.write(Array(manifest.utf8), to: "sounds/kkmix-test.yaml")
        let stub = #"""
            set -e
            $KKMIX test sounds --update missing -q
            mkdir -p stub release steps temporary/kkmix-test/bin && cd temporary
            ln "$KKMIX" kkmix-test/bin/kkmix 2>/dev/null || cp "$KKMIX" kkmix-test/bin/kkmix
            tar -czf ../release/kkmix-VERSION-linux-x86_64.tar.gz kkmix-test
            cd ../release && echo package > kkmix_VERSION-1_amd64.deb && sha256sum * > SHA256SUMS && cd ..
            cat > stub/curl <<'X'
            #!/bin/bash
            echo "curl $*" >> CALLS
            for word; do case $word in */v*/*) cp "RELEASE/${word##*/}" . || exit 22 ;; esac; done
            X
            for name in apt-get sudo gh; do printf '#!/bin/bash\necho "%s $*" >> CALLS\n' $name > stub/$name; done
            sed -i "s#CALLS#$PWD/calls#; s#RELEASE#$PWD/release#" stub/*
            chmod +x stub/*
            """#
        let run = try CommandRun.shell(
            stub.replacing("VERSION", with: Kkmix.version), in: folder.root)
        #expect(run.status == 0, "\(run.errorText)")
    }

    /// Writes the scripts of a file to `steps/`, by PyYAML: GitHub's under the names of their steps, GitLab's under
    /// their keys.
    private func extract(_ file: String) throws {
        let program = """
            import sys, yaml
            for part in yaml.safe_load_all(open(sys.argv[1], encoding='utf-8')):
                for step in part.get('runs', {}).get('steps', []):
                    if 'run' in step: open('steps/' + step['name'].replace(' ', '-'), 'w').write(step['run'])
                for key in ('before_script', 'script', 'after_script'):
                    if key in part.get('kkmix', {}): open('steps/' + key, 'w').write('\\n'.join(part['kkmix'][key]) + '\\n')
            """
        try golden.folder.write(Array(program.utf8), to: "extract.py")
        let run = try CommandRun.shell("python3 extract.py '\(Fixtures.root)/\(file)'", in: golden.folder.root)
        #expect(run.status == 0, "\(run.errorText)")
    }

    private func step(_ name: String, _ variables: [String: String] = [:]) throws -> CommandRun {
        var variables = variables
        variables["CI"] = "true"
        variables["RUNNER_TEMP"] = golden.folder.path("temporary")
        variables["TMPDIR"] = golden.folder.path("temporary")
        return try CommandRun.shell(
            "PATH=\"$PWD/stub:${BIN:+$BIN:}$PATH\" bash --noprofile --norc -eo pipefail steps/\(name)",
            in: golden.folder.root,
            environment: variables)
    }

    private var calls: String { golden.folder.bytes("calls").map { String(decoding: $0, as: UTF8.self) } ?? "" }

    private var programFolder: String { URL(fileURLWithPath: CommandRun.binary).deletingLastPathComponent().path }

    /// What was called, with a word for the comment's file.
    private func named(_ calls: String) -> String {
        calls.replacing(/body@\/[^ ]*\/tmp\.\w+/, with: "body@COMMENT")
    }

    private func check(_ name: String, _ variables: [String: String]) throws {
        #expect(try step(name, variables).status == 0)
        try golden.folder.write(
            Array(manifest.replacing("mix: ../noise.wav\n", with: "mix: ../quiet.wav\n").utf8),
            to: "sounds/kkmix-test.yaml")
        let run = try step(name, variables)
        #expect(run.status == 1, "\(run.errorText)")
        for path in ["sound.xml", "sound.md", "sound-report", "kkmix-results"] {
            #expect(FileManager.default.fileExists(atPath: golden.folder.path(path)), "\(path)")
        }
    }

    @Test func `the action installs the release of its tag, and one with another checksum it does not`() throws {
        try extract("action.yml")
        let folder = golden.folder
        let variables = [
            "VERSION": "v\(Kkmix.version)", "RELEASES": "https://example.org/releases/download",
            "RUNNER_TEMP": folder.path("temporary"),
            "GITHUB_PATH": folder.path("path"),
        ]
        let run = try step("install-kkmix", variables)
        #expect(run.status == 0, "\(run.errorText)")
        let path = String(decoding: try #require(folder.bytes("path")), as: UTF8.self).trimmingCharacters(in: .newlines)
        #expect(try CommandRun.shell("'\(path)/kkmix' --version", in: folder.root).outputText == "\(Kkmix.version)\n")
        #expect(
            calls.contains(
                "https://example.org/releases/download/v\(Kkmix.version)/kkmix-\(Kkmix.version)-linux-x86_64.tar.gz"))
        #expect(!calls.contains("satisfy"))
        // A library that is not there is installed.
        let bad = "mkdir d; echo x > d/libwavpack.so.1; export LD_LIBRARY_PATH=$PWD/d\n"
        let script = String(decoding: try #require(folder.bytes("steps/install-kkmix")), as: UTF8.self)
        try folder.write(Array((bad + script).utf8), to: "steps/install-without")
        #expect(try step("install-without", variables).status == 0)
        #expect(calls.contains("sudo apt-get satisfy --yes --no-install-recommends libwavpack1\n"))
        let archive = "release/kkmix-\(Kkmix.version)-linux-x86_64.tar.gz"
        // tar unpacks it all the same.
        try folder.write(#require(folder.bytes(archive)) + [0], to: archive)
        try folder.write([], to: "path")
        #expect(try step("install-kkmix", variables).status != 0)
        #expect(folder.bytes("path") == [])
    }

    /// Moves the goldens into a store of commands.
    private func store() throws {
        let text = manifest.replacing(
            "schema: 1\n",
            with: "schema: 1\nstore: {fetch: 'cp ../stored/{hash} {path}', push: 'cp {path} ../stored/{hash}'}\n")
        try golden.folder.write(Array(text.utf8), to: "sounds/kkmix-test.yaml")
        let run = try CommandRun.shell(
            "mkdir stored && $KKMIX goldens push --run-commands sounds && rm sounds/goldens/*.wav",
            in: golden.folder.root)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    }

    @Test func `the action fetches goldens that are kept outside git, with consent alone`() throws {
        try extract("action.yml")
        try store()
        let variables = ["BIN": programFolder, "SOUNDS": "sounds", "OPTIONS": "--jobs 1"]
        #expect(try step("kkmix-goldens-pull", variables).status == 64)
        let run = try step("kkmix-goldens-pull", variables.merging(["OPTIONS": "--run-commands"]) { $1 })
        #expect(run.status == 0 && run.outputText.contains("1 fetched"), "\(run.outputText)\(run.errorText)")
        #expect(try step("kkmix-test", variables).status == 0)
    }

    @Test func `the component fetches goldens that are kept outside git, where that is asked for`() throws {
        try extract("templates/test.yml")
        try store()
        let variables = ["BIN": programFolder, "KKMIX_SOUNDS": "sounds", "KKMIX_OPTIONS": "--run-commands"]
        #expect(try step("script", variables).status == 1)
        #expect(try step("script", variables.merging(["KKMIX_PULL": "true"]) { $1 }).status == 0)
    }

    @Test func `the action's test fails with what differs, and leaves what it uploads`() throws {
        try extract("action.yml")
        try check("kkmix-test", ["BIN": programFolder, "SOUNDS": "sounds", "OPTIONS": "--jobs 1  --repeat 2"])
    }

    @Test func `what a change had committed as a report was the run's report`() throws {
        for (file, name) in [("action.yml", "kkmix-test"), ("templates/test.yml", "script")] {
            try extract(file)
            try golden.folder.write(Array("forged".utf8), to: "forged")
            for path in ["sound.md", "sound.xml", "kkmix-results"] {
                try? FileManager.default.removeItem(atPath: golden.folder.path(path))
                try FileManager.default.createSymbolicLink(
                    atPath: golden.folder.path(path), withDestinationPath: "forged")
            }
            let words = ["SOUNDS": "missing", "OPTIONS": "", "KKMIX_SOUNDS": "missing", "BIN": programFolder]
            #expect(try step(name, words).status != 0)
            #expect(golden.folder.bytes("sound.md") == nil && golden.folder.bytes("sound.xml") == nil)
            #expect(golden.folder.bytes("forged") == Array("forged".utf8))
        }
    }

    @Test func `paths and options of several words were one, or were cut at their spaces`() throws {
        try extract("action.yml")
        _ = try CommandRun.shell(
            "cp -r sounds 'more sounds'; sed -i 's/name: /name: more /' more*/*.yaml", in: golden.folder.root)
        let words = ["SOUNDS": "sounds\n'more sounds'", "OPTIONS": "--filter '*so*nd'\n--results 'my results' --list"]
        let run = try step("kkmix-test", words.merging(["BIN": programFolder]) { $1 })
        #expect(
            run.status == 0 && run.outputText.contains("more sound"),
            "\(run.outputText)\(run.errorText)")
        #expect(try step("kkmix-test", ["BIN": programFolder, "SOUNDS": "'sounds", "OPTIONS": ""]).status != 0)
        try extract("templates/test.yml")
        let same = ["KKMIX_SOUNDS": "sounds 'more sounds'", "KKMIX_OPTIONS": "--filter '*so*nd' --list"]
        let component = try step("script", same.merging(["BIN": programFolder]) { $1 })
        #expect(component.status == 0 && component.outputText == run.outputText, "\(component.errorText)")
    }

    /// `gh`, which answers with what is in the file `comments`, or refuses.
    private func answer(_ comments: String?) throws {
        try golden.folder.write([], to: "calls")
        let answer = comments.map { "case \"$*\" in *--jq*) echo '\($0)' ;; esac" } ?? "exit 1"
        try golden.folder.write(
            Array("#!/bin/bash\necho \"gh $*\" >> '\(golden.folder.path("calls"))'\n\(answer)\n".utf8), to: "stub/gh")
    }

    @Test func `the action comments where there is something to say, in the place of what it said before`() throws {
        try extract("action.yml")
        let variables = ["NUMBER": "7", "GH_REPO": "a/b", "ARTIFACT": "sound-report"]
        #expect(try step("comment", variables).status == 0)
        #expect(calls.isEmpty)
        try golden.folder.write(Array("# Sound".utf8), to: "sound.md")
        try answer("")
        #expect(try step("comment", variables).status == 0)
        #expect(calls.contains("gh api --silent --method POST repos/a/b/issues/7/comments --field body=@"), "\(calls)")
        let body = try #require(golden.folder.bytes("temporary/comment.md"))
        #expect(String(decoding: body, as: UTF8.self) == "<!-- kkmix test: sound-report -->\n# Sound")
        // The last comment of the same account may be another action's.
        try answer("41")
        #expect(try step("comment", variables).status == 0)
        #expect(
            calls.contains("gh api --silent --method PATCH repos/a/b/issues/comments/41 --field body=@"), "\(calls)")
        #expect(calls.contains("startswith(env.MARK)"))
    }

    /// Comments as GitHub has them; `jq` stands in for that of `gh`.
    @Test(arguments: [
        (
            "me",
            #"[{"id":1,"user":{"login":"other","type":"User"},"author_association":"MEMBER","body":"MARK mine"}]"#, ""
        ),
        (
            "me", #"[{"id":2,"user":{"login":"me","type":"User"},"author_association":"NONE","body":"MARK\n# Sound"}]"#,
            "2"
        ),
        ("", #"[{"id":3,"user":{"login":"b[bot]","type":"Bot"},"author_association":"NONE","body":"MARK\n#"}]"#, "3"),
        ("", #"[{"id":4,"user":{"login":"other","type":"User"},"author_association":"OWNER","body":"MARK mine"}]"#, ""),
    ])
    func `the action wrote over a comment of somebody else`(login: String, comments: String, id: String) throws {
        try extract("action.yml")
        let folder = golden.folder
        try folder.write(Array("# Sound".utf8), to: "sound.md")
        try folder.write(Array(comments.replacing("MARK", with: "<!-- kkmix test: r -->").utf8), to: "comments")
        let answer = login.isEmpty ? "exit 1" : "echo \(login)"
        try folder.write(
            Array(
                """
                #!/bin/bash
                echo "gh $*" >> '\(folder.path("calls"))'
                [[ $2 != user ]] || { \(answer); exit; }
                for word; do [[ $last != --jq ]] || jq -r "$word" '\(folder.path("comments"))'; last=$word; done

                """.utf8), to: "stub/gh")
        let run = try step("comment", ["NUMBER": "7", "GH_REPO": "a/b", "ARTIFACT": "r"])
        let end =
            id.isEmpty ? "--method POST repos/a/b/issues/7/comments" : "--method PATCH repos/a/b/issues/comments/\(id)"
        #expect(run.status == 0 && calls.contains("gh api --silent \(end) --field"), "\(calls)\(run.errorText)")
    }

    @Test func `a pull request from a fork failed for its token`() throws {
        try extract("action.yml")
        try golden.folder.write(Array("# Sound".utf8), to: "sound.md")
        try answer(nil)
        let run = try step("comment", ["NUMBER": "7", "GH_REPO": "a/b", "ARTIFACT": ""])
        #expect(run.status == 0 && run.outputText.hasPrefix("::notice::no comment could be written"))
        #expect(try step("summary", ["GITHUB_STEP_SUMMARY": golden.folder.path("summary")]).status == 0)
        #expect(golden.folder.bytes("summary") == Array("# Sound".utf8))
    }

    @Test func `the component installs a release, tests, and comments with a token`() throws {
        try extract("templates/test.yml")
        let variables = [
            "KKMIX_VERSION": Kkmix.version, "KKMIX_RELEASES": "https://example.org/kkmix",
            "CI_PROJECT_DIR": golden.folder.root,
            "BIN": programFolder, "KKMIX_SOUNDS": "sounds", "KKMIX_OPTIONS": "--jobs 1",
        ]
        let run = try step("before_script", variables)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(calls.hasSuffix("apt-get install --yes ./kkmix_\(Kkmix.version)-1_amd64.deb\n"))
        try check("script", variables)
        try golden.folder.write(Array("# Sound".utf8), to: "sound.md")
        try golden.folder.write([], to: "calls")
        var merge = ["CI_MERGE_REQUEST_IID": "5", "CI_PROJECT_ID": "3", "CI_API_V4_URL": "https://example.org/api"]
        #expect(try step("after_script", merge).status == 0)
        #expect(calls.isEmpty)
        merge["KKMIX_COMMENT_TOKEN"] = "secret"
        #expect(try step("after_script", merge).status == 0)
        let notes = "https://example.org/api/projects/3/merge_requests/5/notes"
        #expect(named(calls).hasSuffix("--data-urlencode body@COMMENT \(notes)\n"), "\(calls)")
        try golden.folder.write(Array("another".utf8), to: "release/kkmix_\(Kkmix.version)-1_amd64.deb")
        #expect(try step("before_script", variables).status != 0)
    }

    /// Notes of a merge request, of which the user 7 may change its own.
    @Test(arguments: [
        (#"[{"id":41,"author":{"id":7},"body":"MARK\n### Sound"}]"#, 41),
        (#"[{"id":41,"author":{"id":7},"body":"MARK\r\n### Sound"},{"id":40,"author":{"id":7},"body":"MARK"}]"#, 41),
        (#"[{"id":42,"author":{"id":8},"body":"MARK\n### mine"},{"id":41,"author":{"id":7},"body":"MARK"}]"#, 41),
        (#"[{"id":42,"author":{"id":8},"body":"MARK\n### mine"}]"#, nil),
        (#"[{"id":42,"author":{"id":7},"body":"MARK is my line\n"}]"#, nil),
        (#"[{"id":42,"author":{"id":7},"body":"look:\nMARK\n"}]"#, nil), (#"[{"id":42,"author":null,"body":""}]"#, nil),
    ])
    func `the component wrote over a comment of somebody else`(answer: String, id: Int?) throws {
        try extract("templates/test.yml")
        let folder = golden.folder
        try folder.write(Array("# Sound".utf8), to: "sound.md")
        try folder.write(Array("forged".utf8), to: "forged")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("sound.comment.md"), withDestinationPath: "forged")
        let mark = "<!-- kkmix test: sounds \"&\" more -->"
        let text = try JSONEncoder().encode(mark)
        let quoted = String(decoding: text, as: UTF8.self).dropFirst().dropLast()
        try folder.write(Array(answer.replacing("MARK", with: quoted).utf8), to: "notes")
        try folder.write(
            Array(
                """
                #!/bin/bash
                echo "curl $*" >> '\(folder.path("calls"))'
                case "$*" in *"TOKEN: secret "*/user) echo '{"id":7}' ;; *per_page*) cat '\(folder.path("notes"))' ;; esac

                """.utf8), to: "stub/curl")
        let run = try step(
            "after_script",
            [
                "CI_MERGE_REQUEST_IID": "5", "CI_PROJECT_ID": "3", "CI_API_V4_URL": "https://example.org/api",
                "KKMIX_COMMENT_TOKEN": "secret", "CI_JOB_NAME": "sounds \"&\" more",
            ])
        #expect(run.status == 0, "\(run.errorText)")
        let notes = "--data-urlencode body@COMMENT https://example.org/api/projects/3/merge_requests/5/notes"
        #expect(
            named(calls).hasSuffix(id.map { "--request PUT \(notes)/\($0)\n" } ?? "/dev/null \(notes)\n"), "\(calls)")
        let comment = try CommandRun.shell("cat temporary/tmp.*", in: folder.root)
        #expect(comment.outputText == "\(mark)\n# Sound", "\(comment.outputText)")
        // What a change has brought under a name of the script would be written through.
        #expect(folder.bytes("forged") == Array("forged".utf8))
    }

    @Test func `the hook is a command that kkmix takes`() throws {
        let text = try String(contentsOfFile: "\(Fixtures.root)/.pre-commit-hooks.yaml", encoding: .utf8)
        let entry = try #require(text.split(separator: "\n").first { $0.contains("entry: ") }).split(separator: ": ")[1]
        let run = try CommandRun.shell(
            "cd sounds && PATH=\"\(programFolder):$PATH\" && \(entry)", in: golden.folder.root,
            environment: ["CI": "true"])
        #expect(run.status == 0, "\(run.errorText)")
    }
}
