import Foundation
import KKTestSupport
import Testing

/// Addresses as inputs: what a server does, and what comes of it.
@Suite struct AddressTests {
    let folder: ScratchFolder
    let server: LoopbackServer

    init() throws {
        folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 11)
        let frames = (0..<60_000).map { _ in [Int16.random(in: -9_000...9_000, using: &numbers)] }
        try folder.write(WaveFile.pcm16(frames), to: "a.wav")
        server = try LoopbackServer(LoopbackServer.sounds, in: folder)
    }

    private func run(_ words: String...) throws -> CommandRun { try CommandRun(words, in: folder.root) }

    @Test(arguments: ["plain", "slow", "chunked", "broken", "icy", "to-plain"])
    func `a sound from an address is the sound of the file`(manner: String) throws {
        let run = try run("convert", server.address("\(manner)/a.wav"), "-o", "x.wav", "-q")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let (there, here) = (
            folder.bytes("x.wav").flatMap(WaveFile.samples16), folder.bytes("a.wav").flatMap(WaveFile.samples16)
        )
        #expect(there == here)
    }

    /// 120,044 bytes, 30,000 at a time.
    @Test func `a broken connection goes on where it broke, and nothing else is fetched`() throws {
        _ = try run("measure", server.address("broken/a.wav"))
        #expect(
            server.asked == [
                "/broken/a.wav None", "/broken/a.wav bytes=30000-", "/broken/a.wav bytes=60000-",
                "/broken/a.wav bytes=90000-", "/broken/a.wav bytes=120000-",
            ])
    }

    @Test(arguments: ["mix", "measure", "info", "plot", "graph"])
    func `commands that take sounds take addresses`(command: String) throws {
        try folder.write(Array(try #require(folder.bytes("a.wav")).prefix(8_000)), to: "b.wav")
        let output = command == "mix" ? ["-o", "x.wav"] : command == "plot" ? ["-o", "x.png"] : []
        let run = try CommandRun([command, server.address("plain/a.wav")] + output, in: folder.root)
        #expect(run.status == (command == "graph" ? 66 : 0), "\(run.errorText)")
        if command == "graph" { #expect(run.errorText.contains("this is a URL, which is not downloaded here")) }
    }

    @Test(arguments: [
        ("status/404", 66, "the server answers 404; check the address"),
        ("status/503", 75, "the server answers 503; try again later"),
        ("status/204", 66, "the server answers 204"), ("status/304", 66, "the server answers 304"),
        ("to-file/a.wav", 66, "it cannot be downloaded"), ("to-itself/a.wav", 66, "it cannot be downloaded"),
        ("changed/a.wav", 74, "broke after 30000 bytes, and the server cannot resume from there"),
        ("restarting/a.wav", 74, "the connection broke after 30000 bytes"),
        ("partless/a.wav", 74, "the connection broke after 30000 bytes"),
        ("weak/a.wav", 74, "the connection broke after 30000 bytes"),
        ("dying/a.wav", 74, "the connection broke after 30000 bytes"),
        ("page/a.wav", 65, "this is an HTML page, not audio"),
    ])
    func `an answer that is no sound is a clear error, and leaves nothing`(
        path: String, status: Int32, problem: String
    ) throws {
        for words in [["convert", "-o", "x.wav"], ["measure"], ["info"]] {
            let address = server.address(path)
            let run = try CommandRun([words[0], address] + words.dropFirst(), in: folder.root)
            #expect(run.status == status, "\(words): \(run.errorText)")
            #expect(
                run.errorText.hasPrefix("kkmix: \(address): ") && run.errorText.contains(problem), "\(run.errorText)")
            #expect(folder.bytes("x.wav") == nil)
        }
    }

    /// The sound is there to its end, and what was promised after it is not.
    @Test func `a server that promises more than it gives is not believed`() throws {
        let run = try run("measure", server.address("lying/a.wav"))
        #expect(
            run.status == 74 && run.errorText.contains("the connection broke after"),
            "\(run.errorText)")
    }

    @Test func `of an endless answer no more is taken than is wanted, in bounded memory`() throws {
        let tone = try CommandRun.shell(
            "$KKMIX -q synth:sine:for=20s -o tone.wav --encoding s16 && (ulimit -v 4000000; $KKMIX \(server.address("endless/tone.wav"))::for=2s -o x.wav -q)",
            in: folder.root)
        #expect(tone.status == 0, "\(tone.errorText)")
        #expect(folder.bytes("x.wav").flatMap(WaveFile.samples16)?.count ?? 0 > 80_000)
    }

    @Test func `offline nothing is fetched`() throws {
        let address = server.address("plain/a.wav")
        for (words, before) in [
            ("measure --offline", ""), ("convert -o x.wav", "KKMIX_OFFLINE=1 "), ("mix -o x.wav --offline", ""),
        ] {
            let run = try CommandRun.shell("\(before)$KKMIX \(words) \(address)", in: folder.root)
            #expect(run.status == 66 && run.errorText.contains("the network must not be used"), "\(run.errorText)")
        }
        #expect(server.asked.isEmpty)
    }

    /// They come from somebody else, as a rule.
    @Test func `lists, jobs and manifests fetch nothing`() throws {
        let address = server.address("plain/a.wav")
        try folder.write(Array("\(address)\n".utf8), to: "l.m3u")
        try folder.write(Array("id,inputs,output,options\none,\(address),x.wav,\n".utf8), to: "jobs.csv")
        try folder.write(
            Array("schema: 1\ncases:\n  - name: one\n    mix: \(address)\n    golden: g.wav\n".utf8), to: "kkmix.yaml")
        for words in [["measure", "l.m3u"], ["batch", "jobs.csv"], ["test", "kkmix.yaml"]] {
            #expect(try CommandRun(words, in: folder.root).status != 0)
        }
        #expect(server.asked.isEmpty)
    }

    @Test func `nobody who listens is a clear error`() throws {
        let run = try run("measure", "http://127.0.0.1:1/a.wav")
        #expect(
            run.status == 66 && run.errorText.contains("it cannot be downloaded")
                && run.errorText.contains("127.0.0.1"),
            "\(run.errorText)")
    }

    @Test func `without libcurl an address is 69, with the package's name`() throws {
        let run = try CommandRun.shell(
            "mkdir d; for l in libcurl.so.4 libcurl-gnutls.so.4; do echo x > d/$l; done; LD_LIBRARY_PATH=$PWD/d $KKMIX measure \(server.address("plain/a.wav"))",
            in: folder.root)
        #expect(run.status == 69 && run.errorText.contains("install libcurl (Debian: libcurl4 or"), "\(run.errorText)")
        #expect(server.asked.isEmpty)
    }
}
