import Foundation
import KKTestSupport
import Testing

/// `kkmix goldens` over a server, by programs that the manifest names; and a server that breaks.
@Suite struct GoldenServerTests {
    /// Goldens of two cases, in a folder with a server.
    private final class Site {
        let golden: GoldenFolder
        private let server: LoopbackServer

        init(_ more: String = "") throws {
            golden = try GoldenFolder(
                """
                schema: 1
                defaults: {tolerance: exact}
                store:
                  fetch: sh fetch.sh {hash} {path}
                  push: sh push.sh {hash} {path}
                \(more)
                cases:
                  - name: one
                    mix: noise.wav
                  - name: two
                    mix: quiet.wav
                    golden: "goldens/it's $(two) b.flac"
                """)
            let folder = golden.folder
            // curl is what people have; where it is not, Python is.
            try folder.write(
                Array(
                    """
                    url=http://127.0.0.1:$(cat port)/$1
                    command -v curl >/dev/null && exec curl -sSf -o "$2" $url
                    exec python3 -c 'import sys, urllib.request as u; u.urlretrieve(sys.argv[1], sys.argv[2])' $url "$2"
                    """.utf8), to: "fetch.sh")
            try folder.write(
                Array(
                    """
                    url=http://127.0.0.1:$(cat port)/$1
                    command -v curl >/dev/null && exec curl -sSf -T "$2" $url
                    exec python3 -c 'import sys, urllib.request as u; u.urlopen(u.Request(sys.argv[1], open(sys.argv[2], "rb").read(), method="PUT"))' $url "$2"
                    """.utf8), to: "push.sh")
            server = try LoopbackServer(Self.handler, in: folder)
            #expect(try golden.test("--update", "missing").status == 0)
        }

        /// What the server does with a GET is what the file `mode` says: nothing for what is right.
        private static let handler = """
            mode = lambda: open("mode").read().strip() if os.path.exists("mode") else ""
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_PUT(self):
                    data = self.rfile.read(int(self.headers["Content-Length"]))
                    if mode() == "refuse": return self.send_error(403, "not yours")
                    with open("kept" + self.path.replace("/", "-"), "wb") as file: file.write(data)
                    self.send_response(201); self.send_header("Content-Length", "0"); self.end_headers()
                def do_GET(self):
                    with open("asked", "a") as file: file.write(self.path + "\\n")
                    name, how = "kept" + self.path.replace("/", "-"), mode()
                    if how in ("404", "500") or not os.path.exists(name): return self.send_error(int(how or 404))
                    data = open(name, "rb").read()
                    self.send_response(200)
                    if how != "unsaid": self.send_header("Content-Length", str(len(data) + 1 if how == "longer" else len(data)))
                    self.end_headers()
                    if how in ("cut", "unsaid"): data = data[:len(data) // 2]
                    if how == "wrong": data = bytes([data[0] ^ 1]) + data[1:]
                    if how == "longer": data += b"x"
                    if how == "page": data = b"<html>" + b" " * (len(data) - 6)
                    if how == "slow":
                        self.wfile.write(data[:99]); self.wfile.flush(); open("begun", "w").close(); time.sleep(60)
                    self.wfile.write(data)
                def log_message(self, *words): pass
            """

        func goldens(
            _ words: String..., environment: [String: String] = ["KKMIX_RUN_COMMANDS": "1"]
        ) throws
            -> CommandRun
        {
            try CommandRun(["goldens"] + words, in: golden.folder.root, environment: environment)
        }

        func shell(_ line: String) throws -> CommandRun {
            try CommandRun.shell(line, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        }

        /// The goldens' folder as it is; `nil` of a golden that is not there.
        var files: [String: [UInt8]] { get throws { try golden.snapshot(of: "goldens") } }

        var askedCount: Int { server.asked.count }
    }

    @Test func `goldens go to a server and come back, and what is there is not asked for again`() throws {
        let site = try Site()
        let was = try site.files
        let push = try site.goldens("push")
        #expect(push.status == 0 && push.outputText.hasSuffix("2 stored\n"), "\(push.outputText)\(push.errorText)")
        #expect(try site.goldens("verify").status == 0)
        _ = try site.shell("rm -r goldens asked")
        #expect(try site.goldens("pull").outputText.hasSuffix("2 fetched\n"))
        #expect(try site.files == was && site.askedCount == 2)
        #expect(try site.goldens("pull").outputText == "2 there\n" && site.askedCount == 2)
        _ = try site.shell("rm goldens/one.wav")
        #expect(try site.goldens("pull").outputText.hasSuffix("1 there, 1 fetched\n") && site.askedCount == 3)
        #expect(try site.golden.test().status == 0)
    }

    @Test func `with has, only what the store lacks is pushed`() throws {
        let site = try Site("  has: test -e kept-{hash}")
        #expect(try site.goldens("push").outputText.hasSuffix("2 stored\n"))
        #expect(try site.goldens("push").outputText == "2 there\n")
        _ = try site.shell("rm kept-* goldens/one.wav")
        let push = try site.goldens("push")
        #expect(push.status == 1 && push.outputText.contains("it is neither here nor in the store"))
        #expect(push.outputText.contains("1 stored, 1 failed"), "\(push.outputText)")
    }

    @Test(arguments: [
        ("cut", "the fetch command ended with status"), ("404", "404"), ("500", "500"),
        ("wrong", "the fetched file is not the golden that kkmix.lock names: its SHA-256 is"),
        ("page", "the fetched file is not the golden that kkmix.lock names: its SHA-256 is"),
        ("unsaid", "the fetched file is not the golden that kkmix.lock names: it has"),
        ("longer", "the fetched file is not the golden that kkmix.lock names: it has"),
    ])
    func `a transfer that breaks is no golden, and the next pull does what is left`(mode: String, said: String) throws {
        let site = try Site()
        #expect(try site.goldens("push").status == 0)
        let was = try site.files
        let left = was.filter { $0.key != "one.wav" }
        _ = try site.shell("rm goldens/one.wav; echo \(mode) > mode")
        let run = try site.goldens("pull")
        #expect(run.status == 1 && run.outputText.contains(said), "\(run.outputText)")
        #expect(run.outputText.contains("next      "), "\(run.outputText)")
        #expect(try site.files == left)
        #expect(try site.goldens("verify").status == 1)
        #expect(try site.golden.test().outputText.contains("which kkmix.lock names, is missing"))
        // One that was there before stays as it was.
        _ = try site.shell("echo old > goldens/one.wav")
        #expect(try site.goldens("pull").status == 1)
        #expect(try site.files["one.wav"] == Array("old\n".utf8))
        _ = try site.shell("rm mode asked")
        #expect(try site.goldens("pull").status == 0)
        #expect(try site.files == was && site.askedCount == 1)
    }

    @Test func `what the server does not take gets no line`() throws {
        let site = try Site()
        _ = try site.shell("rm kkmix.lock; echo refuse > mode")
        let run = try site.goldens("push")
        #expect(run.status == 1 && run.outputText.contains("403"), "\(run.outputText)")
        #expect(run.outputText.contains("run it by hand: "), "\(run.outputText)")
        #expect(site.golden.folder.bytes("kkmix.lock") == nil)
    }

    @Test func `a pull that is stopped leaves nothing, and no program`() throws {
        let site = try Site()
        #expect(try site.goldens("push").status == 0)
        let was = try site.files
        let run = try site.shell(
            """
            rm -r goldens; echo slow > mode
            set -m; $KKMIX goldens pull --json > reported & p=$!
            while [[ ! -e begun ]]; do sleep 0.02; done
            kill -INT $p; wait $p; s=$?; find goldens 2>/dev/null; pgrep -f "$PWD/goldens"; exit $s
            """)
        #expect(run.status == 130 && run.outputText.isEmpty, "\(run.status) \(run.outputText)\(run.errorText)")
        #expect(String(decoding: site.golden.folder.bytes("reported") ?? [], as: UTF8.self).contains("\"status\":130"))
        _ = try site.shell("rm mode")
        #expect(try site.goldens("pull").status == 0)
        #expect(try site.files == was)
    }

    @Test func `two pulls at once from a server do what one does`() throws {
        let site = try Site()
        #expect(try site.goldens("push").status == 0)
        let was = try site.files
        _ = try site.shell("rm -r goldens")
        #expect(try site.shell("$KKMIX goldens pull & $KKMIX goldens pull; s=$?; wait $! && exit $s").status == 0)
        #expect(try site.files == was)
    }

    @Test func `no program runs without consent, and a dry run shows each`() throws {
        let site = try Site()
        for action in ["push", "pull", "verify"] {
            let run = try site.goldens(action, environment: ["KKMIX_RUN_COMMANDS": ""])
            #expect(
                run.status == 64 && run.errorText.contains("the manifest's store runs a program: sh "),
                "\(run.errorText)")
        }
        let dry = try site.goldens("push", "-n", environment: ["KKMIX_RUN_COMMANDS": ""])
        #expect(dry.status == 0 && dry.outputText.contains("command   sh push.sh "), "\(dry.outputText)")
        #expect(dry.outputText.contains("/goldens/one.wav"), "what is run has the golden's own path: \(dry.outputText)")
        #expect(try site.shell("ls | grep -c kept-").outputText == "0\n")
        #expect(try site.golden.test().status == 0, "a test fetches nothing")
    }

    /// A program is given files, and is trusted with nothing else.
    @Test(arguments: [
        ("fetch: ln -s /etc/hostname {path} {hash}", "ended with status"),
        ("fetch: sh -c 'ln -s /etc/passwd $0' {path} {hash}", "is not a plain file"),
        ("fetch: sh -c 'mkfifo $0' {path} {hash}", "is not a plain file"),
        ("fetch: 'true {path} {hash}'", "succeeded but wrote nothing"),
        ("fetch: nonesuch-program {path} {hash}", "the fetch command cannot be started"),
        ("fetch: sh -c 'sleep 60' {path} {hash}\\n  timeout: 1s", "took longer than 1 s"),
        ("fetch: sh -c 'echo one; echo two >&2; exit 3' {path} {hash}", "ended with status 3: two"),
        // It would fill the disk.
        ("fetch: sh -c 'cat /dev/zero > $0' {path} {hash}", "wrote too much to its file"),
        ("fetch: echo {hash} > {path}\\n  shell: true", "it has 65 bytes, not 44"),
    ])
    func `a program that goes wrong is said, and leaves nothing`(store: String, said: String) throws {
        let golden = try GoldenFolder(nil)
        let lines = store.replacing("\\n", with: "\n")
        try golden.write("schema: 1\nstore:\n  \(lines)\ncases:\n  - {name: a, mix: noise.wav, golden: a.wav}\n")
        let hash = String(repeating: "0", count: 64)
        try golden.folder.write(Array("\(hash) 44 wav a.wav\n".utf8), to: "kkmix.lock")
        let before = golden.folder.contents
        let run = try CommandRun(["goldens", "pull", "--run-commands"], in: golden.folder.root)
        #expect(run.status == 1 && run.outputText.contains(said), "\(run.outputText)\(run.errorText)")
        #expect(golden.folder.contents == before)
    }
}
