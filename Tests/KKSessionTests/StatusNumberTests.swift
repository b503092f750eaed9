import KKMixing
import KKTestSupport
import Testing

/// The numbers of errors are those of Apple's headers: AUComponent.h, AUGraph.h, AudioFile.h, AudioFileStream.h,
/// ExtendedAudioFile.h, AudioConverter.h, AudioQueue.h, AudioFormat.h, CoreAudioBaseTypes.h, MacErrors.h.
@Suite struct StatusNumberTests {
    /// An error type that is not here has no test of its numbers.
    @Test func `every error type of the library is here`() throws {
        let tested: [any Failure.Type] = [
            AudioUnitError.self, AudioFileError.self, AudioFileStreamError.self, AudioConverterError.self,
            AudioFormatError.self, AudioQueueError.self, GraphError.self, CodecError.self, ConvertError.self,
            AnalysisError.self, ReportError.self, SessionError.self,
        ]
        let declared = try CommandRun.shell(
            #"grep -rhoP '\b(struct|enum|class|extension) \K[\w.]+(?=: [^{]*\bFailure\b)' Sources"#, in: Fixtures.root)
        let names = declared.outputText.split(separator: "\n").map(String.init)
        #expect(names.sorted() == tested.map { "\($0)" }.sorted())
    }

    static let units: [AudioUnitError.Code: Int32] = [
        .invalidProperty: -10879, .invalidParameter: -10878, .invalidElement: -10877,
        .noConnection: -10876, .failedInitialization: -10875, .tooManyFramesToProcess: -10874,
        .formatNotSupported: -10868, .uninitialized: -10867, .invalidScope: -10866,
        .propertyNotWritable: -10865, .cannotDoInCurrentContext: -10863, .invalidPropertyValue: -10851,
        .propertyNotInUse: -10850, .initialized: -10849, .invalidParameterValue: -66743, .parameter: -50,
        .invalidComponentID: -3000,
    ]

    @Test func `those of units`() {
        #expect(
            Self.units
                == numbers { (code: AudioUnitError.Code) in AudioUnitError(code, place: "here", "it is wrong").status })
    }

    static let files: [AudioFileError.Code: Int32] = [
        .notOpen: -38, .endOfFile: -39, .position: -40, .fileNotFound: -43,
        .duplicateFileName: -48, .parameter: -50, .permission: -54, .unsupportedFileType: code("typ?"),
        .unsupportedDataFormat: code("fmt?"), .invalidChunk: code("chk?"), .invalidFile: code("dta?"),
        .operationNotSupported: code("op??"), .unspecified: code("wht?"), .unsupportedProperty: code("pty?"),
        .badPropertySize: code("!siz"), .wrongPermission: code("prm?"), .notOptimized: code("optm"),
        .noLongSizes: code("off?"), .invalidPacketOffset: code("pck?"), .codecUnavailable: -66559,
        .invalidProperty: -66561, .invalidPropertySize: -66562, .nonPCMClientFormat: -66563,
        .invalidChannelMap: -66564, .invalidOperationOrder: -66565, .maximumPacketSizeUnknown: -66567,
        .invalidSeek: -66568,
    ]

    @Test func `those of files`() {
        #expect(
            Self.files
                == numbers { (code: AudioFileError.Code) in AudioFileError(code, path: "a", "it is wrong").status })
    }

    static let streams: [AudioFileStreamError.Code: Int32] = [
        .unsupportedFileType: code("typ?"), .unsupportedDataFormat: code("fmt?"), .unsupportedProperty: code("pty?"),
        .badPropertySize: code("!siz"), .notOptimized: code("optm"), .invalidPacketOffset: code("pck?"),
        .invalidFile: code("dta?"), .valueUnknown: code("unk?"), .dataUnavailable: code("more"),
        .illegalOperation: code("nope"), .unspecified: code("wht?"), .discontinuityCantRecover: code("dsc!"),
    ]

    @Test func `those of streams`() {
        #expect(
            Self.streams
                == numbers { (code: AudioFileStreamError.Code) in AudioFileStreamError(code, "it is wrong").status })
    }

    static let converters: [AudioConverterError.Code: Int32] = [
        .formatNotSupported: code("fmt?"), .operationNotSupported: code("op??"), .propertyNotSupported: code("prop"),
        .invalidInputSize: code("insz"), .invalidOutputSize: code("otsz"), .unspecified: code("what"),
        .badPropertySize: code("!siz"), .requiresPacketDescriptions: code("!pkd"),
        .inputSampleRateOutOfRange: code("!isr"), .outputSampleRateOutOfRange: code("!osr"), .parameter: -50,
    ]

    @Test func `those of converters`() {
        #expect(
            Self.converters
                == numbers { (code: AudioConverterError.Code) in
                    AudioConverterError(code, place: "here", "it is wrong").status
                })
    }

    @Test func `those of formats`() throws {
        #expect(AudioFormatError.Code.allCases.map(\.rawValue) == [code("fmt?"), code("!fmt")])
        let error = try #require(throws: AudioFormatError.self) { try AudioFormat.channelLayout(forTag: 1) }
        #expect(error.status == error.code.rawValue)
    }

    static let queues: [AudioQueueError.Code: Int32] = [
        .invalidBuffer: -66687, .bufferEmpty: -66686, .disposalPending: -66685, .invalidProperty: -66684,
        .invalidPropertySize: -66683, .invalidParameter: -66682, .cannotStart: -66681, .invalidDevice: -66680,
        .bufferInQueue: -66679, .invalidRunState: -66678, .invalidQueueType: -66677, .permissions: -66676,
        .invalidPropertyValue: -66675, .primeTimedOut: -66674, .codecNotFound: -66673, .invalidCodecAccess: -66672,
        .queueInvalidated: -66671, .tooManyTaps: -66670, .invalidTapContext: -66669, .recordUnderrun: -66668,
        .invalidTapType: -66667, .bufferEnqueuedTwice: -66666, .cannotStartYet: -66665, .enqueueDuringReset: -66632,
        .invalidOfflineMode: -66626, .unsupportedDataFormat: code("fmt?"),
    ]

    @Test func `those of queues`() {
        #expect(
            Self.queues
                == numbers { (code: AudioQueueError.Code) in AudioQueueError(code, place: "here", "it is wrong").status
                })
    }

    @Test func `those of graphs, which have those of their units, too`() {
        let own: [GraphError.Code: Int32] = [
            .nodeNotFound: -10860, .invalidConnection: -10861, .outputNode: -10862,
            .cannotDoInCurrentContext: -10863, .invalidAudioUnit: -10864,
        ]
        let units = Dictionary(uniqueKeysWithValues: Self.units.map { (GraphError.Code.unit($0), $1) })
        #expect(
            own.merging(units) { one, _ in one }
                == numbers { (code: GraphError.Code) in GraphError(code, place: "here", "it is wrong").status })
    }

    /// Those of errors without a code follow from their kind.
    static let kinds: [FailureKind: Int32] = [
        .usage: -50, .badSession: -50, .badData: code("dta?"), .noInput: -43, .unavailable: -4, .cannotCreate: -54,
        .io: code("wht?"), .temporary: code("wht?"), .defect: code("what"),
    ]
    static let makers: [@Sendable (FailureKind) -> any Failure] = [
        { CodecError($0, format: "abcd", "it is wrong") }, { ConvertError(kind: $0, problem: "it is wrong") },
        { AnalysisError($0, "it is wrong") }, { ReportError($0, "it is wrong") }, { SessionError($0, "it is wrong") },
    ]

    @Test func `those of all other errors`() {
        for make in Self.makers { #expect(Self.kinds == numbers { make($0).status }, "\(make(.usage))") }
    }

    /// The number of every case.
    private func numbers<Case: CaseIterable & Hashable>(_ number: (Case) -> Int32) -> [Case: Int32] {
        Dictionary(uniqueKeysWithValues: Case.allCases.map { ($0, number($0)) })
    }
}

private func code(_ text: String) -> Int32 {
    Int32(truncatingIfNeeded: text.utf8.reduce(0) { $0 << 8 | Int($1) })
}
