import Foundation
import KKTestSupport
import Testing

/// What `graph` prints, in its three forms.
@Suite struct GraphTests {
    private func run(_ arguments: [String]) throws -> CommandRun {
        let run = try CommandRun(["graph"] + arguments, in: Fixtures.path(""))
        #expect(run.status == 0, "\(run.errorText)")
        return run
    }

    @Test func `the text has the shape of CAShow`() throws {
        let text = try run(["music.mp3", "speech.wav"]).outputText
        #expect(
            text == """
                AudioUnitGraph:
                  Member Nodes:
                    node 1: 'augn' 'afpl' 'appl', instance 1 O I
                    node 2: 'augn' 'afpl' 'appl', instance 2 O I
                    node 3: 'aumx' 'mcmx' 'appl', instance 3 O I
                    node 4: 'auou' 'genr' 'appl', instance 4 O I
                  Connections:
                    node   1 bus   0 => node   3 bus   0  [ 2 ch,  44100 Hz, Float32, deinterleaved]
                    node   2 bus   0 => node   3 bus   1  [ 1 ch,  44100 Hz, Float32, deinterleaved]
                    node   3 bus   0 => node   4 bus   0  [ 2 ch,  44100 Hz, Float32, deinterleaved]
                  CurrentState:
                    mLastUpdateError=0, eventsToProcess=F, isInitialized=T, isRunning=F
                  Implicit:

                """ + text.drop { $0 != "I" }.split(separator: "\n").suffix(2).map { "\($0)\n" }.joined())
        let implicit = text.split(separator: "\n").suffix(2)
        #expect(implicit.first?.contains("bus 0 music.mp3: 1105 frames of priming") == true)
        #expect(
            implicit.last?.contains("22050 to 44100 Hz") == true && implicit.last?.contains("mono to stereo") == true)
    }

    @Test func `the document spells codes as four characters and names the files`() throws {
        let document =
            try JSONSerialization.jsonObject(with: Data(try run(["music.mp3", "speech.wav", "--json"]).output))
            as? [String: Any]
        let value = try #require((document?["jobs"] as? [[String: Any]])?.first)
        let nodes = try #require(value["nodes"] as? [[String: Any]])
        #expect(nodes.map { $0["sub_type"] as? String } == ["afpl", "afpl", "mcmx", "genr"])
        #expect(nodes.map { $0["type"] as? String } == ["augn", "augn", "aumx", "auou"])
        #expect(
            nodes.map { $0["path"] as? String } == ["music.mp3", "speech.wav", nil, nil] && nodes[3]["path"] is NSNull)
        let connections = try #require(value["connections"] as? [[String: Any]])
        let format = try #require(connections[1]["format"] as? [String: Any])
        #expect(
            format["format_id"] as? String == "lpcm" && format["channels_per_frame"] as? Int == 1
                && format["sample_rate"] as? Double == 44_100)
        #expect(connections[1]["layout"] as? String == "mono" && connections[1]["destination_bus"] as? Int == 1)
        #expect(value["frames"] as? Int == 44_223 && (value["conversions"] as? [String])?.count == 2)
    }

    @Test func `the drawing names the files and ends with its brace`() throws {
        let folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16([[1]]), to: "a \"b\" \\n.wav")
        let run = try CommandRun(["graph", "--format", "dot", "a \"b\" \\n.wav"], in: folder.root)
        #expect(
            run.outputText.hasPrefix("digraph mix {\n") && run.outputText.hasSuffix("\n}\n")
                && !run.outputText.hasSuffix("\n\n"))
        #expect(
            run.outputText.contains(#"node1 [label="a \"b\" \\n.wav\nnode 1: 'augn' 'afpl'"];"#), "\(run.outputText)")
        #expect(run.outputText.contains(#"node2 [label="mixer\nnode 2: 'aumx' 'mcmx'"];"#))
    }

    @Test func `an accent upon a quote does not end a label of the drawing, and an entity is none`() throws {
        let folder = try ScratchFolder()
        let name = "a\"\u{301} \\\u{301} &lt;.wav"
        try folder.write(WaveFile.pcm16([[1]]), to: name)
        let run = try CommandRun(["graph", "--format", "dot", name], in: folder.root)
        let wanted = "[label=\"a\\\"\u{301} \\\\\u{301} &amp;lt;.wav\\nnode 1"
        #expect(run.outputText.utf8.contains(wanted.utf8), "\(run.outputText)")
    }

    @Test func `an option that changes no graph is none of its options`() throws {
        #expect(try CommandRun(["graph", "music.wav", "--seed", "1"], in: Fixtures.path("")).status == 64)
    }
}
