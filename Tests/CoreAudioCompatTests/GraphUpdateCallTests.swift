import CoreAudioCompat
import Testing

/// Graphs that are edited while they are initialized, and what a notification may do and sees.
@Suite struct GraphUpdateCallTests {
    /// What a notification does, and what became of it.
    final class Client {
        let graph: AUGraph
        let head: AUNode
        var before: () -> [OSStatus] = { [] }
        var after: () -> [OSStatus] = { [] }
        var answers: [OSStatus] = []
        var stamps: [AudioTimeStamp] = []

        init(_ graph: AUGraph, _ head: AUNode) { (self.graph, self.head) = (graph, head) }

        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    }

    private static let notify: AURenderCallback = { refCon, flags, time, _, _, _ in
        let client = Unmanaged<Client>.fromOpaque(refCon).takeUnretainedValue()
        client.stamps.append(time.pointee)
        let isBefore = flags.pointee.contains(.unitRenderAction_PreRender)
        client.answers += isBefore ? client.before() : client.after()
        return noErr
    }

    private static let levels: [AURenderCallback] = [
        { _, _, _, _, _, list in
            fill(list, with: 1)
            return noErr
        },
        { _, _, _, _, _, list in
            fill(list, with: 2)
            return noErr
        },
    ]

    private static func setLevel(_ index: Int, of client: Client) -> OSStatus {
        var callback = AURenderCallbackStruct(inputProc: levels[index], inputProcRefCon: nil)
        return AUGraphSetNodeInputCallback(client.graph, client.head, 0, &callback)
    }

    /// A graph of an output alone, whose input is a level of 1, with a notification.
    private func client() throws -> (client: Client, unit: AudioUnit) {
        var made: AUGraph?, head: AUNode = 0, unit: AudioUnit?
        var kind = description(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        #expect(NewAUGraph(&made) == noErr)
        let graph = try #require(made)
        #expect(AUGraphAddNode(graph, &kind, &head) == noErr && AUGraphOpen(graph) == noErr)
        let client = Client(graph, head)
        #expect(Self.setLevel(0, of: client) == noErr)
        #expect(AUGraphInitialize(graph) == noErr && AUGraphNodeInfo(graph, head, nil, &unit) == noErr)
        #expect(AUGraphAddRenderNotify(graph, Self.notify, client.pointer) == noErr)
        return (client, try #require(unit))
    }

    private static func exchange(_ client: Client, _ isUpdated: UnsafeMutablePointer<Bool>?) -> [OSStatus] {
        [
            AUGraphDisconnectNodeInput(client.graph, client.head, 0), setLevel(1, of: client),
            AUGraphUpdate(client.graph, isUpdated),
        ]
    }

    @Test(arguments: [true, false]) func `an edit is heard behind its update`(asks: Bool) throws {
        let (client, unit) = try client()
        #expect(render(unit, at: 0, 4) == [1, 1, 1, 1])
        #expect(AUGraphDisconnectNodeInput(client.graph, client.head, 0) == noErr)
        #expect(Self.setLevel(1, of: client) == noErr)
        #expect(render(unit, at: 4, 4) == [1, 1, 1, 1])
        var isUpdated = false
        if asks {
            #expect(AUGraphUpdate(client.graph, &isUpdated) == noErr && isUpdated)
        } else {
            #expect(AUGraphUpdate(client.graph, nil) == noErr)
        }
        #expect(render(unit, at: 8, 4) == [2, 2, 2, 2])
        #expect(DisposeAUGraph(client.graph) == noErr)
    }

    @Test(arguments: [true, false]) func `an update in a notification before the slice is heard in it`(
        asks: Bool
    ) throws {
        let (client, unit) = try client()
        #expect(render(unit, at: 0, 4) == [1, 1, 1, 1])
        client.before = { [unowned client] in
            var isUpdated = false
            let answers = asks ? Self.exchange(client, &isUpdated) : Self.exchange(client, nil)
            return answers + [isUpdated == asks ? noErr : -1]
        }
        #expect(render(unit, at: 4, 4) == [2, 2, 2, 2])
        #expect(client.answers == [noErr, noErr, noErr, noErr])
        client.before = { [] }
        #expect(DisposeAUGraph(client.graph) == noErr)
    }

    @Test func `what would wait for the slice is refused in a notification before and after it`() throws {
        let (client, unit) = try client(), graph = client.graph
        let calls: () -> [OSStatus] = {
            [
                AUGraphStart(graph), AUGraphInitialize(graph), AUGraphUninitialize(graph), AUGraphClose(graph),
                DisposeAUGraph(graph),
            ]
        }
        (client.before, client.after) = (calls, calls)
        #expect(render(unit, at: 0, 4) == [1, 1, 1, 1])
        #expect(client.answers == Array(repeating: kAUGraphErr_CannotDoInCurrentContext, count: 10))
        (client.before, client.after) = ({ [] }, { [] })
        #expect(DisposeAUGraph(graph) == noErr)
    }

    @Test func `a notification has the slice's sample time, host time and rate`() throws {
        let (client, unit) = try client(), own = Client(client.graph, client.head)
        #expect(AudioUnitAddRenderNotify(unit, Self.notify, own.pointer) == noErr)
        _ = render(unit, at: 44100, 4)
        #expect(client.stamps.count == 2 && own.stamps.count == 2)
        for stamp in client.stamps + own.stamps {
            #expect(stamp.mSampleTime == 44100 && stamp.mHostTime == 1_000_000_000 && stamp.mRateScalar == 1)
            #expect(stamp.mFlags == [.sampleTimeValid, .hostTimeValid, .rateScalarValid])
        }
        #expect(DisposeAUGraph(client.graph) == noErr)
    }
}
