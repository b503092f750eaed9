import AVFAudioCompat
import Testing

/// How a program ends that does what raises an exception on Apple's systems, and what it leaves behind.
@Suite struct EndTests {
    private func says(_ words: String, _ result: ExitTest.Result?) -> Bool {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(
            "required condition is false: \(words)")
    }

    @Test func `a node that is not attached cannot be connected`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let engine = AVAudioEngine()
            engine.connect(AVAudioPlayerNode(), to: engine.mainMixerNode, format: nil)
        }
        #expect(says("node1.engine == this", result))
    }

    @Test func `a buffer has the channels of its player`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let engine = AVAudioEngine(), player = AVAudioPlayerNode()
            engine.attach(player)
            let stereo = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)!
            let mono = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 1)!
            engine.connect(player, to: engine.mainMixerNode, format: stereo)
            player.scheduleBuffer(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 1)!)
        }
        #expect(says("_outputFormat.channelCount == buffer.format.channelCount", result))
    }

    @Test func `connections make no circle`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let engine = AVAudioEngine(), first = AVAudioUnitDelay(), second = AVAudioUnitDelay()
            engine.attach(first)
            engine.attach(second)
            engine.connect(first, to: second, format: nil)
            engine.connect(second, to: first, format: nil)
        }
        #expect(says("no circle of connections", result))
    }

    private static func path(_ process: pid_t) -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("kkmix-left-\(process).wav").path
    }

    @Test func `a file that nobody has closed is complete when the program ends`() async throws {
        await #expect(processExitsWith: .success) {
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 1))
            let url = URL(fileURLWithPath: EndTests.path(getppid()))
            let file = try AVAudioFile(forWriting: url, settings: format.settings)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 7))
            buffer.frameLength = 7
            try file.write(from: buffer)
            _ = Unmanaged.passRetained(file)
            exit(0)
        }
        let url = URL(fileURLWithPath: Self.path(getpid()))
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(try AVAudioFile(forReading: url).length == 7)
    }
}
