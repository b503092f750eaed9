import Foundation
import KKCallTables
import KKTestSupport
import Testing

/// A call of docs/core-audio-calls.md that is otherwise here, and what holds what its row says.
struct CallDifference: Sendable, CustomTestStringConvertible {
    let call: String
    let hold: @Sendable () throws -> Void

    init(_ call: String, _ hold: @escaping @Sendable () throws -> Void) {
        self.call = call
        self.hold = hold
    }

    var testDescription: String { call }
}

/// The page says of some calls what is otherwise; each row is tried.
@Suite struct CallDifferenceTests {
    static let tried =
        CallDifference.units + CallDifference.graphs + CallDifference.writers + CallDifference.readers
        + CallDifference.converters + CallDifference.queues

    /// Rows that a test of another suite holds, by its name.
    static let elsewhere = [
        "AudioComponentGetVersion": "components are counted and named, and units know theirs",
        "AUListenerCreate": "a parameter that is set for others is heard by all but its sender",
        "AUListenerCreateWithDispatchQueue": "a listener may be a closure, which hears what a function hears",
        "AUEventListenerCreateWithDispatchQueue": "a listener may be a closure, which hears what a function hears",
        "AudioOutputUnitStart": "an output unit runs and stops, an effect forgets what it heard",
        "DisposeAUGraph": "a callback that would wait for its own slice is refused, its error stops the render",
        "CAShow": "two runs show the same of a graph",
        "AudioFileGetGlobalInfoSize": "kinds of files are known without one",
        "AudioFileGetGlobalInfo": "kinds of files are known without one",
        "AudioFormatGetPropertyInfo": "encoders tell their rates and numbers of channels",
        "AudioFormatGetProperty": "gains follow from a place, and from a balance",
        "AudioConverterNew": "what is encoded and decoded is listed, and has a converter",
        "AudioQueueProcessingTapNew": "a siphon listens, and a tap goes with its queue",
        "AudioGetCurrentHostTime": "the host's clock is the time of the slice that was last asked for",
        "AudioGetHostClockFrequency": "the host's clock is the time of the slice that was last asked for",
    ]

    @Test(arguments: tried) func `what the page says is otherwise is so`(difference: CallDifference) throws {
        try difference.hold()
    }

    @Test func `every row that differs is held by a test, and no other`() throws {
        let rows = CallHeader.all.flatMap(\.calls).filter { if case .differs = $0.state { true } else { false } }
        let held = Self.tried.map { $0.call } + Array(Self.elsewhere.keys)
        #expect(rows.map { $0.name }.sorted() == held.sorted())
        let tests = try CallTableTests.sources().joined()
        for (call, test) in Self.elsewhere { #expect(tests.contains("func `\(test)`"), "\(call)") }
    }
}
