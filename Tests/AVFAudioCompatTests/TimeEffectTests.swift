import AVFAudioCompat
import Foundation
import Testing

/// Nodes that change speed or pitch.
@Suite struct TimeEffectNodeTests: RenderedByHand {
    /// A sine of 441 Hz, half a second long, and what comes of it.
    private func heard(_ node: AVAudioUnitTimeEffect, _ count: Int, then: () -> Void = {}) throws -> [Float] {
        let engine = try engine(), player = AVAudioPlayerNode()
        engine.attach(player)
        engine.attach(node)
        engine.connect(player, to: node, format: mono)
        engine.connect(node, to: engine.mainMixerNode, format: mono)
        player.scheduleBuffer(
            buffer(mono, 22_050) { Float(0.5 * sin(Double($0) * 2 * .pi / 100)) })
        try engine.start()
        player.play()
        let first = try render(engine, count / 2)
        then()
        return first + (try render(engine, count - count / 2))
    }

    /// Times that the sound crosses zero upwards.
    private func crossings(_ samples: ArraySlice<Float>) -> Int {
        zip(samples, samples.dropFirst()).count { $0 <= 0 && $1 > 0 }
    }

    @Test func `a time effect takes what it needs, and a player's end is heard where it is due`() throws {
        let pitch = AVAudioUnitTimePitch(), tape = AVAudioUnitVarispeed()
        #expect((pitch.rate, pitch.pitch, pitch.overlap) == (1, 0, 8) && tape.rate == 1)
        (pitch.rate, pitch.pitch, pitch.overlap) = (0.5, 1200, 4)
        let slow = try heard(pitch, 50_000)
        // The last window reaches 2,048 frames of the input after the end, and lasts twice as long.
        #expect(abs(crossings(slow[10_000..<40_000]) - 600) <= 1)
        #expect(slow[48_300...].allSatisfy { abs($0) < 1e-3 } && slow[43_000..<44_000].contains { abs($0) > 0.3 })
        tape.rate = 2
        let fast = try heard(tape, 20_000)
        #expect(abs(crossings(fast[1_000..<10_000]) - 180) <= 1)
        #expect(fast[11_200...].allSatisfy { abs($0) < 1e-3 } && fast[10_000..<11_000].contains { abs($0) > 0.3 })
        tape.bypass = true
        #expect(abs(crossings(try heard(tape, 20_000)[1_000..<10_000]) - 90) <= 1)
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_FormatConverter, componentSubType: kAudioUnitSubType_NewTimePitch,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        #expect(AVAudioUnitTimeEffect(audioComponentDescription: description).name == "AUNewTimePitch")
        AVAudioUnit.instantiate(with: description) { unit, _ in #expect(unit is AVAudioUnitTimeEffect) }
    }

    @Test func `a rate that changes is heard from the next window on, and the tone goes on`() throws {
        let node = AVAudioUnitTimePitch()
        let heard = try heard(node, 24_000) { node.rate = 0.5 }
        #expect(abs(crossings(heard[2_000..<22_000]) - 200) <= 1)
        #expect(zip(heard[2_000..<22_000], heard[2_001..<22_001]).allSatisfy { abs($0 - $1) < 0.05 })
        // At half the rate from 12,000 on there are 32,100 frames.
        #expect(heard[23_000...].contains { abs($0) > 0.4 })
    }
}
