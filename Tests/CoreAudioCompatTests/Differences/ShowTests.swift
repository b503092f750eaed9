import CoreAudioCompat
import Foundation
import Testing

/// What a graph shows on standard output.
@Suite struct ShowTests {
    private func shown() async throws -> String {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            var graph: AUGraph?, node: AUNode = 0
            var kind = description(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            #expect(NewAUGraph(&graph) == noErr && AUGraphAddNode(graph!, &kind, &node) == noErr)
            var callback = AURenderCallbackStruct(inputProc: { _, _, _, _, _, _ in noErr }, inputProcRefCon: nil)
            #expect(AUGraphSetNodeInputCallback(graph!, node, 0, &callback) == noErr && AUGraphOpen(graph!) == noErr)
            print("the graph:")
            CAShow(UnsafeMutableRawPointer(graph!))
            fflush(nil)
        }
        let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        return try #require(text.components(separatedBy: "the graph:\n").last)
    }

    @Test func `two runs show the same of a graph`() async throws {
        let first = try await shown()
        #expect(try await shown() == first && !first.isEmpty)
    }
}
