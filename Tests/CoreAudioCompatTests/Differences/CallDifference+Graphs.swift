import CoreAudioCompat
import Foundation
import Testing

extension CallDifference {
    /// A graph whose mixer has a callback at input bus 3, and of which nothing is heard yet.
    private final class Desk {
        let graph: AUGraph
        private(set) var mixer: AUNode = 0, head: AUNode = 0
        var asked = 0

        init() throws {
            var made: AUGraph?
            #expect(NewAUGraph(&made) == noErr)
            graph = try #require(made)
            var mixerKind = description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            var headKind = description(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            #expect(AUGraphAddNode(graph, &mixerKind, &mixer) == noErr)
            #expect(AUGraphAddNode(graph, &headKind, &head) == noErr)
            #expect(AUGraphConnectNodeInput(graph, mixer, 0, head, 0) == noErr)
            #expect(AUGraphOpen(graph) == noErr)
            var callback = AURenderCallbackStruct(
                inputProc: { data, _, _, _, _, list in
                    Unmanaged<Desk>.fromOpaque(data).takeUnretainedValue().asked += 1
                    fill(list, with: 1)
                    return noErr
                }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
            #expect(AUGraphSetNodeInputCallback(graph, mixer, 3, &callback) == noErr)
        }

        deinit { DisposeAUGraph(graph) }

        /// What an interaction says that was full of other bytes before.
        func told(_ ask: (UnsafeMutablePointer<AUNodeInteraction>) -> OSStatus) -> AUNodeInteraction {
            var found = AUNodeInteraction()
            withUnsafeMutableBytes(of: &found) { for index in $0.indices { $0[index] = 0xEE } }
            #expect(ask(&found) == noErr)
            return found
        }

        func isCallback(_ found: AUNodeInteraction) -> Bool {
            let callback = found.nodeInteraction.inputCallback
            return found.nodeInteractionType == kAUNodeInteraction_InputCallback && callback.destNode == mixer
                && callback.destInputNumber == 3 && callback.cback.inputProc == nil
                && callback.cback.inputProcRefCon == nil
        }
    }

    static let graphs = [
        CallDifference("AUEventListenerCreate") {
            let delay = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay)
            var told: [UInt64] = [], made: AUEventListenerRef?, event = AudioUnitEvent()
            var parameter = AudioUnitParameter(
                mAudioUnit: delay, mParameterID: kDelayParam_DelayTime, mScope: 0, mElement: 0)
            event.mEventType = .parameterValueChange
            event.mArgument.mParameter = parameter
            // A clock that is not 0.
            #expect(AudioUnitInitialize(delay) == noErr)
            setCallback(delay, { _, _, _, _, _, _ in noErr })
            _ = render(delay, at: 44100, 8)
            try withUnsafeMutablePointer(to: &told) { told in
                #expect(
                    AUEventListenerCreate(
                        { data, _, _, time, _ in data!.assumingMemoryBound(to: [UInt64].self).pointee.append(time) },
                        told, nil, nil, 0.1, 0.1, &made) == noErr)
                let listener = try #require(made)
                #expect(AUEventListenerAddEventType(listener, nil, &event) == noErr)
                for (count, value) in ([0.3, 0.4] as [Float]).enumerated() {
                    #expect(AUParameterSet(nil, nil, &parameter, value, 0) == noErr)
                    #expect(told.pointee.count == count + 1)
                }
                #expect(AUListenerDispose(listener) == noErr)
            }
            #expect(told == [0, 0])
            #expect(AudioComponentInstanceDispose(delay) == noErr)
        },
        CallDifference("AUGraphGetInteractionInfo") {
            let desk = try Desk()
            var count: UInt32 = 0
            #expect(AUGraphGetNumberOfInteractions(desk.graph, &count) == noErr && count == 2)
            let all = (0..<count).map { index in desk.told { AUGraphGetInteractionInfo(desk.graph, index, $0) } }
            #expect(all.filter { desk.isCallback($0) }.count == 1)
        },
        CallDifference("AUGraphGetNodeInteractions") {
            let desk = try Desk()
            var count: UInt32 = 2, all = [AUNodeInteraction(), AUNodeInteraction()]
            all[0] = desk.told { _ in noErr }
            all[1] = all[0]
            #expect(AUGraphGetNodeInteractions(desk.graph, desk.mixer, &count, &all) == noErr && count == 2)
            #expect(all.filter { desk.isCallback($0) }.count == 1)
        },
        CallDifference("AUGraphStart") {
            let desk = try Desk()
            var unit: AudioUnit?
            #expect(AUGraphInitialize(desk.graph) == noErr && AUGraphStart(desk.graph) == noErr && desk.asked == 0)
            #expect(AUGraphNodeInfo(desk.graph, desk.head, nil, &unit) == noErr)
            #expect(render(try #require(unit), at: 0, 4) == [1, 1, 1, 1] && desk.asked == 1)
        },
    ]
}
