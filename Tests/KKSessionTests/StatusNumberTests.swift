import KKAudio
import Testing

/// The numbers of errors are those of Apple's headers: AUComponent.h, AUGraph.h, AudioFile.h, AudioFileStream.h,
/// ExtendedAudioFile.h, AudioConverter.h, AudioQueue.h, AudioFormat.h, MacErrors.h.
@Suite struct StatusNumberTests {
    static let units: [(AudioUnitError.Code, Int32)] = [
        (.invalidProperty, -10879), (.invalidParameter, -10878), (.invalidElement, -10877),
        (.noConnection, -10876), (.failedInitialization, -10875), (.tooManyFramesToProcess, -10874),
        (.formatNotSupported, -10868), (.uninitialized, -10867), (.invalidScope, -10866),
        (.propertyNotWritable, -10865), (.cannotDoInCurrentContext, -10863), (.invalidPropertyValue, -10851),
        (.propertyNotInUse, -10850), (.initialized, -10849), (.invalidParameterValue, -66743), (.parameter, -50),
        (.invalidComponentID, -3000),
    ]

    @Test(arguments: units) func `those of units`(code: AudioUnitError.Code, number: Int32) {
        #expect(AudioUnitError(code, place: "here", "it is wrong").status == number)
        #expect(AudioUnitError.Code(rawValue: number) == code)
    }

    static let files: [(AudioFileError.Code, Int32)] = [
        (.notOpen, -38), (.endOfFile, -39), (.position, -40), (.fileNotFound, -43),
        (.duplicateFileName, -48), (.parameter, -50), (.permission, -54), (.unsupportedFileType, code("typ?")),
        (.unsupportedDataFormat, code("fmt?")), (.invalidChunk, code("chk?")), (.invalidFile, code("dta?")),
        (.operationNotSupported, code("op??")), (.unspecified, code("wht?")), (.unsupportedProperty, code("pty?")),
        (.badPropertySize, code("!siz")), (.wrongPermission, code("prm?")), (.notOptimized, code("optm")),
        (.noLongSizes, code("off?")), (.invalidPacketOffset, code("pck?")), (.codecUnavailable, -66559),
        (.invalidProperty, -66561), (.invalidPropertySize, -66562), (.nonPCMClientFormat, -66563),
        (.invalidChannelMap, -66564), (.invalidOperationOrder, -66565), (.maximumPacketSizeUnknown, -66567),
        (.invalidSeek, -66568),
    ]

    @Test(arguments: files) func `those of files`(code: AudioFileError.Code, number: Int32) {
        #expect(code.rawValue == number)
    }

    @Test func `those of streams`() {
        let numbers = [
            "typ?", "fmt?", "pty?", "!siz", "optm", "pck?", "dta?", "unk?", "more", "nope", "wht?", "dsc!",
        ].map(code)
        #expect(AudioFileStreamError.Code.allCases.map(\.rawValue) == numbers)
    }

    @Test func `those of converters`() {
        let numbers = ["fmt?", "op??", "prop", "insz", "otsz", "what", "!siz", "!pkd", "!isr", "!osr"].map(code)
        #expect(AudioConverterError.Code.allCases.map(\.rawValue) == numbers + [-50])
    }

    @Test func `those of formats`() {
        #expect(AudioFormatError.Code.allCases.map(\.rawValue) == [code("fmt?"), code("!fmt")])
    }

    @Test func `those of queues`() {
        let numbers = Array(-66687 ... -66665) + [-66632, -66626, code("fmt?")]
        #expect(AudioQueueError.Code.allCases.map(\.rawValue) == numbers)
    }

    @Test func `those of graphs`() {
        let codes: [GraphError.Code] = [
            .nodeNotFound, .invalidConnection, .outputNode, .cannotDoInCurrentContext, .invalidAudioUnit,
            .unit(.formatNotSupported),
        ]
        let errors = codes.map { GraphError($0, place: "here", "it is wrong") }
        #expect(errors.map(\.status) == [-10860, -10861, -10862, -10863, -10864, -10868])
    }
}

private func code(_ text: String) -> Int32 {
    Int32(truncatingIfNeeded: text.utf8.reduce(0) { $0 << 8 | Int($1) })
}
