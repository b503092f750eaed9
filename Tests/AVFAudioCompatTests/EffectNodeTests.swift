import AVFAudioCompat
import Testing

/// The units of an engine's effect nodes.
@Suite struct EffectNodeTests: RenderedByHand {
    /// Every effect unit of Apple's is one of an engine's nodes, by its description at least.
    @Test func `each of Apple's effects and time effects is a node`() throws {
        var found: [String] = []
        for type in [kAudioUnitType_Effect, kAudioUnitType_FormatConverter] {
            var wanted = AudioComponentDescription(), component: AudioComponent?
            (wanted.componentType, wanted.componentManufacturer) = (type, kAudioUnitManufacturer_Apple)
            while let next = AudioComponentFindNext(component, &wanted) {
                component = next
                var description = AudioComponentDescription()
                #expect(AudioComponentGetDescription(next, &description) == noErr)
                let isTime = [kAudioUnitSubType_Varispeed, kAudioUnitSubType_NewTimePitch].contains(
                    description.componentSubType)
                guard type == kAudioUnitType_Effect || isTime else { continue }
                let engine = try engine(), player = player(engine, mono)
                let node: AVAudioUnit =
                    isTime
                    ? AVAudioUnitTimeEffect(audioComponentDescription: description)
                    : AVAudioUnitEffect(audioComponentDescription: description)
                engine.disconnectNodeOutput(player)
                engine.attach(node)
                engine.connect(player, to: node, format: mono)
                engine.connect(node, to: engine.mainMixerNode, format: mono)
                player.scheduleBuffer(buffer(mono, 30_000) { _ in 0.25 })
                try engine.start()
                player.play()
                let sound = try render(engine, 30_000)
                #expect(sound.contains { $0 != 0 }, "\(node.name)")
                found.append(node.name)
            }
        }
        #expect(found.count >= 17 && Set(found).count == found.count)
    }
}
