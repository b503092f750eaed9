import AVFAudioCompat
import Foundation
import Testing

/// What another thread may ask of an engine while a slice is under way.
@Suite struct EngineThreadTests: RenderedByHand {
    private final class Desk: @unchecked Sendable {
        let engine: AVAudioEngine
        let equalizer = AVAudioUnitEQ(numberOfBands: 1)
        let player = AVAudioPlayerNode()
        var mixer: AVAudioMixerNode { engine.mainMixerNode }

        init(_ engine: AVAudioEngine) {
            self.engine = engine
        }
    }

    private static let calls: [(String, @Sendable (Desk) -> Void)] = [
        ("installTap", { $0.equalizer.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in } }),
        ("removeTap", { $0.mixer.removeTap(onBus: 0) }), ("lastRenderTime", { _ = $0.player.lastRenderTime }),
        ("manualRenderingSampleTime", { _ = $0.engine.manualRenderingSampleTime }),
        ("isRunning", { _ = $0.engine.isRunning }), ("attachedNodes", { _ = $0.engine.attachedNodes }),
        ("outputVolume", { $0.mixer.outputVolume = 0.5 }), ("volume", { _ = $0.player.volume }),
        ("gain", { _ = $0.equalizer.bands[0].gain }), ("bypass", { $0.equalizer.bypass = true }),
        ("outputFormat", { _ = $0.equalizer.outputFormat(forBus: 0) }),
        ("outputConnectionPoints", { _ = $0.engine.outputConnectionPoints(for: $0.player, outputBus: 0) }),
    ]

    @Test(arguments: calls.indices) func `it waits for the end of the slice`(index: Int) throws {
        let (name, call) = Self.calls[index]
        let desk = Desk(try engine()), done = DispatchSemaphore(value: 0)
        var isDoneInside: Bool?
        let source = AVAudioSourceNode(format: stereo) { _, _, _, _ in
            if isDoneInside == nil {
                Thread {
                    call(desk)
                    done.signal()
                }.start()
                isDoneInside = done.wait(timeout: .now() + .milliseconds(20)) == .success
            }
            return noErr
        }
        for node in [source, desk.equalizer, desk.player] { desk.engine.attach(node) }
        desk.engine.connect(source, to: desk.equalizer, format: stereo)
        desk.engine.connect(desk.equalizer, to: desk.mixer, format: stereo)
        desk.engine.connect(desk.player, to: desk.mixer, format: stereo)
        desk.mixer.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in }
        try desk.engine.start()
        _ = try render(desk.engine, 512)
        if isDoneInside == false { done.wait() }
        #expect(isDoneInside == false, "\(name)")
        _ = try render(desk.engine, 512)
    }

    /// Set by the C function in a slice it waits for the next one; what the node is given after that is newer.
    @Test func `a parameter is what was set last, by the node or by its audioUnit`() throws {
        let engine = try engine(), delay = AVAudioUnitDelay()
        nonisolated(unsafe) let unit = delay.audioUnit
        let done = DispatchSemaphore(value: 0)
        var isFirst = true
        let source = AVAudioSourceNode(format: stereo) { _, _, _, _ in
            if isFirst {
                Thread {
                    _ = AudioUnitSetParameter(unit, kDelayParam_DelayTime, kAudioUnitScope_Global, 0, 0.25, 0)
                    done.signal()
                }.start()
                done.wait()
            }
            isFirst = false
            return noErr
        }
        for node in [source, delay] { engine.attach(node) }
        engine.connect(source, to: delay, format: stereo)
        engine.connect(delay, to: engine.mainMixerNode, format: stereo)
        try engine.start()
        _ = try render(engine, 64)
        #expect(delay.delayTime == 0.25)
        isFirst = true
        _ = try render(engine, 64)
        delay.delayTime = 0.5
        _ = try render(engine, 64)
        #expect(delay.delayTime == 0.5)
    }
}
