import Foundation
import KKTestSupport
import Testing

/// What `info` tells of how a file is stored: markers, regions, loops, texts, cookie, layout and chunks.
@Suite struct InfoStoredTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func info(_ path: String, in root: String? = nil) throws -> (text: String, file: [String: Any]) {
        let run = try CommandRun(["info", "-v", path], in: root ?? folder.root)
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        let document = try JSONSerialization.jsonObject(
            with: Data(try CommandRun(["info", "--json", path], in: root ?? folder.root).output))
        return (run.outputText, try #require(((document as? [String: Any])?["files"] as? [[String: Any]])?.first))
    }

    private func big(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }
    private func little(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }
    private func double(_ value: Double) -> [UInt8] {
        big(UInt32(value.bitPattern >> 32), UInt32(truncatingIfNeeded: value.bitPattern))
    }
    private func caf(_ id: String, _ bytes: [UInt8]) -> [UInt8] { Array(id.utf8) + big(0, UInt32(bytes.count)) + bytes }

    /// No type, frame, id, no time code, channel.
    private func marker(_ frame: Double, _ id: UInt32, channel: UInt32 = 0) -> [UInt8] {
        big(0) + double(frame) + big(id, 0, 0, channel)
    }

    /// A CAF of a hundred frames with a marker that has a name and a channel, a region that loops, and a string of
    /// control characters.
    private func notes(name: String = "Verse", markers: [UInt8]? = nil) -> [UInt8] {
        let names = [UInt8](name.utf8) + [0] + [UInt8]("Chorus".utf8) + [0]
        let strings = big(2, 1, 0, 0, 2, 0, UInt32(name.utf8.count + 1)) + names
        let region = big(0, 1, 2, 3, 2) + marker(20, 3) + marker(60, 4)
        return Array("caff".utf8) + [0, 1, 0, 0]
            + caf("desc", double(44_100) + Array("lpcm".utf8) + big(0, 2, 1, 1, 16)) + caf("strg", strings)
            + caf("mark", markers ?? big(0, 1) + marker(10, 1, channel: 2)) + caf("regn", region)
            + caf("data", big(0) + [UInt8](repeating: 0, count: 200))
            + caf("kkmx", [1, 2, 3])
    }

    @Test func `a CAF's markers, regions and every chunk, with what is in it`() throws {
        try folder.write(notes(), to: "a.caf")
        let (text, file) = try info("a.caf")
        for line in [
            "  marker              frame 10 (channel 2) Verse\n",
            "  loop                frames 20, 60, forward Chorus\n",
            "  audio               200 bytes from byte 257 on\n",
            "  chunk               'desc' Audio description, 32 bytes from byte 20 on\n",
            "    string 1: Verse\n", "    region 2: loop, forward, frames 20 60, Chorus\n",
            "  chunk               'kkmx' Unknown, 3 bytes from byte ",
        ] { #expect(text.contains(line), "'\(line)' in: \(text)") }
        let chunks = try #require(file["chunks"] as? [[String: Any]])
        #expect(chunks.map { $0["type"] as? String } == ["desc", "strg", "mark", "regn", "data", "kkmx"])
        #expect(chunks.last?["bytes"] as? Int == 3 && chunks.last?["offset"] as? Int == notes().count - 3)
        #expect((chunks[1]["fields"] as? [[String: String]])?.first == ["name": "string 1", "value": "Verse"])
        let marker = try #require((file["markers"] as? [[String: Any]])?.first)
        #expect(
            marker["frame"] as? Int == 10 && marker["name"] as? String == "Verse" && marker["channel"] as? Int == 2
                && marker["type"] is NSNull)
        let region = try #require((file["regions"] as? [[String: Any]])?.first)
        #expect(
            region["name"] as? String == "Chorus" && region["loop"] as? Bool == true
                && region["backward"] as? Bool == false)
        #expect((region["markers"] as? [[String: Any]])?.map { $0["frame"] as? Int } == [20, 60])
    }

    @Test func `without -v many and long tags are told by their beginning, markers and loops by their number`() throws {
        let tags = (0..<30).map { "key\($0)\0\(String(repeating: "long ", count: 100))\0" }.joined()
        try folder.write(notes() + caf("info", big(30) + Array(tags.utf8)), to: "a.caf")
        let lines = try CommandRun(["info", "a.caf"], in: folder.root).outputText.split(separator: "\n").map(
            String.init)
        #expect(
            lines.allSatisfy { $0.count <= 200 } && lines.contains { $0.hasPrefix("  key11") && $0.hasSuffix("…") },
            "\(lines)")
        #expect(
            lines.suffix(3) == [
                "  …                   18 more tags, with -v", "  markers             1 (0:00.000 Verse)",
                "  loops               1 (Chorus)",
            ])
    }

    @Test func `a list of a hundred thousand markers is told by its beginning`() throws {
        let markers = (0..<100_000).flatMap { marker(Double($0 % 50), 0) }
        try folder.write(notes(markers: big(0, 100_000) + markers), to: "a.caf")
        let (text, file) = try info("a.caf")
        #expect(text.contains("  …                   99,936 more markers\n") && text.count < 20_000, "\(text.count)")
        #expect((file["markers"] as? [Any])?.count == 100_000)
    }

    @Test func `no text of a file moves the cursor or turns the direction of reading`() throws {
        try folder.write(notes(name: "a\u{1B}[2J\u{202E}b\nc"), to: "a.caf")
        let text = try info("a.caf").text
        #expect(text.contains("(channel 2) a?[2J?b?c\n") && text.contains("string 1: a?[2J?b?c\n"))
        #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl || $0.value == 0x1B })
    }

    @Test func `a WAV's loops and chunks`() throws {
        var bytes = WaveFile.pcm16((0..<100).map { [Int16($0)] })
        let loops = little(0, 0, 22_675, 60, 0, 0, 0, 1, 0) + little(7, 1, 10, 49, 0, 0)
        bytes += Array("smpl".utf8) + little(UInt32(loops.count)) + loops
        bytes.replaceSubrange(4..<8, with: little(UInt32(bytes.count - 8)))
        try folder.write(bytes, to: "a.wav")
        let (text, file) = try info("a.wav")
        #expect(text.contains("  loop                frames 10, 50, forward, backward"), "\(text)")
        #expect(text.contains("  chunk               'smpl', 60 bytes from byte \(bytes.count - 60) on\n"), "\(text)")
        #expect((file["chunks"] as? [[String: Any]])?.map { $0["type"] as? String } == ["fmt ", "smpl"])
        #expect((file["regions"] as? [[String: Any]])?.first?["id"] as? Int == 7)
    }

    @Test func `cookie, packet table and the labels of a layout`() throws {
        let (text, file) = try info("music-alac.caf", in: Fixtures.path(""))
        let cookie = try #require(file["cookie"] as? [String: Any])
        #expect(cookie["bytes"] as? Int == 48 && (cookie["hex"] as? String)?.count == 96)
        #expect(text.contains("  magic cookie        48 bytes: 0000000c66726d61616c616300000024…\n"))
        let table = try #require(file["packet_table"] as? [String: Int]), frames = try #require(file["frames"] as? Int)
        #expect(table["valid"] == frames && text.contains("  packet table        \(groups(frames)) valid, "))
        let surround = try info("channels-6.aiff", in: Fixtures.path("")).file
        #expect((surround["labels"] as? [String]) == ["L", "R", "C", "LFE", "Ls", "Rs"])
    }

    private func groups(_ number: Int) -> String { "\(number / 1000),\(String(1000 + number % 1000).dropFirst())" }

    @Test func `an overview's lowest and highest samples, of each channel and of each stretch`() throws {
        let points: [UInt32] = [0xFFFD_0003, 0xFFFC_0004, 0xFFFF_0009, 0x0000_0001]
        let overview = caf("ovvw", big(0, 50) + points.flatMap { big($0) })
        let bytes =
            Array("caff".utf8) + [0, 1, 0, 0] + caf("desc", double(44_100) + Array("lpcm".utf8) + big(0, 4, 1, 2, 16))
        try folder.write(bytes + overview + caf("data", big(0) + [UInt8](repeating: 0, count: 400)), to: "a.caf")
        let chunks = try #require(try info("a.caf").file["chunks"] as? [[String: Any]])
        #expect(
            chunks[1]["fields"] as? [[String: String]] == [
                ["name": "edit count", "value": "0"], ["name": "frames per point", "value": "50"],
                ["name": "points", "value": "4"],
                ["name": "channel 1", "value": "-3 to 9"], ["name": "channel 2", "value": "-4 to 4"],
                ["name": "from frame 0", "value": "-3 to 3, -4 to 4"],
                ["name": "from frame 50", "value": "-1 to 9, 0 to 1"],
            ])
    }

    @Test(arguments: [23, 25, 26] as [UInt32])
    func `of G.721 and G.723 in AU no packets are reported`(encoding: UInt32) throws {
        try folder.write(Array(".snd".utf8) + big(24, 120, encoding, 8000, 1) + (0..<120).map { UInt8($0) }, to: "a.au")
        let (text, file) = try info("a.au")
        #expect(
            file["packets"] is NSNull && file["decodable"] as? Bool == true && (file["frames"] as? Int ?? 0) > 0
                && !text.contains("  packets "))
        let run = try CommandRun(["info", "--packets", "a.au"], in: folder.root)
        #expect(run.status == 69 && run.errorText.hasSuffix("; leave --packets out\n"), "\(run.errorText)")
    }

    @Test func `damage of a chunk that plays no part in the sound is reported, and no error`() throws {
        var bytes = notes()
        let count = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("regn".utf8)) }) + 12 + 4
        bytes.replaceSubrange(count..<count + 4, with: big(1000))
        try folder.write(bytes, to: "a.caf")
        let run = try CommandRun(["info", "a.caf"], in: folder.root)
        #expect(
            run.status == 0 && run.errorText.hasPrefix("kkmix: a.caf, byte ")
                && run.outputText.contains("(100 frames)"), "\(run.errorText)")
        #expect(try CommandRun(["info", "-q", "a.caf"], in: folder.root).errorText.isEmpty)
        #expect(try CommandRun(["info", "--strict", "a.caf"], in: folder.root).status == 0)
    }
}
