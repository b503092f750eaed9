import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// Properties of all numbers, set to bytes of no meaning: each is answered.
@Suite struct RandomPropertyTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(WaveFile.pcm16((0..<1000).map { [Int16($0), Int16(-$0)] }), to: "a.wav")
    }

    private static let codes: [UInt32] = [
        "ffmt", "dfmt", "flst", "optm", "mgic", "bcnt", "pcnt", "psze", "doff", "cmap", "dszu", "fnme", "mkls", "rgls",
        "pkfr", "frpk", "rrap", "pkrl", "pind", "nind", "pkdp", "pkby", "bypk", "chid", "pnfo", "pkub", "prub", "rsrv",
        "edur", "brat", "id3t", "id3o", "sbtd", "aart", "atct", "uatk", "fclo", "cfmt", "cclo", "fmps", "cmps", "#frm",
        "accf", "xpti", "acnv", "mibs", "mobs", "xips", "xops", "cibs", "cobs", "icdp", "ocdp", "srca", "srcq", "srcp",
        "prmm", "prim", "chmp", "dmgc", "icl ", "ocl ", "acod", "acid", "dith", "dbit", "aqrn", "aqsr", "aqdc", "aqmc",
        "aqft", "aqcl", "aqme", "aqmv", "aqmd", "dcbf", "qcve", "q_tp", "qtpa", "qtpb", "redy", "abpp",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Values of some hundred bytes: any, small numbers, all ones, and formats that are nearly possible.
    private func values(_ seed: UInt64) -> [[UInt8]] {
        var numbers = SeededNumbers(seed: seed)
        var format = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: UInt32(numbers.next() & 0x7F),
            mBytesPerPacket: UInt32(numbers.next() & 15), mFramesPerPacket: UInt32(numbers.next() & 1),
            mBytesPerFrame: UInt32(numbers.next() & 15), mChannelsPerFrame: UInt32(numbers.next() & 3),
            mBitsPerChannel: UInt32(numbers.next() & 63), mReserved: 0)
        let any = (0..<256).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        let small = (0..<256).map { $0 % 4 == 0 ? UInt8(truncatingIfNeeded: numbers.next()) & 7 : 0 }
        let formats = withUnsafeBytes(of: &format) { Array($0) } + small
        return [any, small, Array(repeating: 0xFF, count: 256), formats]
    }

    private static let untouched = [UInt8](repeating: 0xA5, count: 4096)

    /// Sets and asks for a property, with the sizes that clients get wrong.
    private func tryAll(
        _ values: [[UInt8]], set: (UnsafeRawPointer, UInt32) -> OSStatus,
        get: (UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>) -> OSStatus
    ) {
        var memory = Self.untouched
        for value in values {
            for size: UInt32 in [0, 3, 4, 40, 200] {
                _ = value.withUnsafeBytes { set($0.baseAddress!, size) }
                // What is asked may hold a pointer, which is nil here.
                var room = size
                let isUntouched = memory.withUnsafeMutableBytes { memory in
                    memset(memory.baseAddress!, 0, Int(size))
                    _ = get(memory.baseAddress!, &room)
                    return memcmp(memory.baseAddress! + Int(size), Self.untouched, memory.count - Int(size)) == 0
                }
                // What was not offered is not written.
                guard isUntouched, room <= 4096 else {
                    Issue.record("\(size) bytes were offered, \(room) answered; written beyond: \(!isUntouched)")
                    return
                }
                memory.withUnsafeMutableBytes { _ = memset($0.baseAddress!, 0xA5, Int(size)) }
            }
        }
    }

    @Test func `units answer to any bytes`() throws {
        // A value with a pointer in it is the client's word that there is something after it.
        let pointers: Set<UInt32> = [
            kAudioUnitProperty_MakeConnection, kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_ContextName,
            kAudioUnitProperty_ElementName, kAudioUnitProperty_PresentPreset, kAudioUnitProperty_ScheduledFileRegion,
            kAudioUnitProperty_ClassInfo, kAudioUnitProperty_ScheduleAudioSlice,
        ]
        var any = AudioComponentDescription(), component: AudioComponent?, count = 0
        while true {
            component = AudioComponentFindNext(component, &any)
            guard let component else { break }
            var made: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &made) == noErr)
            let unit = try #require(made)
            count += 1
            for id: UInt32 in Array(0...61) + [2001, 2002, 2200, 2201, 2203, 3000] + Array(3006...3014)
                + Array(3300...3314)
            where !pointers.contains(id) {
                for (scope, element): (UInt32, UInt32) in [(0, 0), (1, 0), (2, .max), (7, 0)] {
                    tryAll(values(UInt64(id) * 8 + UInt64(scope))) {
                        AudioUnitSetProperty(unit, id, scope, element, $0, $1)
                    } get: {
                        AudioUnitGetProperty(unit, id, scope, element, $0, $1)
                    }
                }
            }
            _ = AudioUnitInitialize(unit)
            var flags = AudioUnitRenderActionFlags(), time = AudioTimeStamp()
            let list = AudioBufferList.allocate(maximumBuffers: 8)
            _ = AudioUnitRender(unit, &flags, &time, 0, 64, list.unsafeMutablePointer)
            free(list.unsafeMutablePointer)
            #expect(AudioComponentInstanceDispose(unit) == noErr)
        }
        #expect(count > 20)
    }

    @Test func `files answer to any bytes`() throws {
        let url = NSURL(fileURLWithPath: "\(folder.root)/a.wav")
        var file: AudioFileID?, extended: ExtAudioFileRef?
        let pointers: Set<UInt32> = [
            kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList, kAudioFilePropertyInfoDictionary,
        ]
        for id in Self.codes where !pointers.contains(id) {
            #expect(AudioFileOpenURL(url, .readWritePermission, 0, &file) == noErr)
            #expect(ExtAudioFileOpenURL(url, &extended) == noErr)
            tryAll(values(UInt64(id))) {
                AudioFileSetProperty(file!, id, $1, $0)
            } get: {
                AudioFileGetProperty(file!, id, $1, $0)
            }
            tryAll(values(UInt64(id))) {
                ExtAudioFileSetProperty(extended!, id, $1, $0)
            } get: {
                ExtAudioFileGetProperty(extended!, id, $1, $0)
            }
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            var frames: UInt32 = 100
            _ = ExtAudioFileRead(extended!, &frames, list.unsafeMutablePointer)
            free(list.unsafeMutablePointer)
            #expect(ExtAudioFileDispose(extended!) == noErr)
            _ = AudioFileClose(file!)
        }
    }

    @Test func `converters and queues answer to any bytes`() throws {
        var pcm = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
        var other = pcm, converter: AudioConverterRef?, queue: AudioQueueRef?
        other.mSampleRate = 48000
        #expect(AudioConverterNew(&pcm, &other, &converter) == noErr)
        #expect(AudioQueueNewOutput(&pcm, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr)
        for id in Self.codes {
            tryAll(values(UInt64(id))) {
                AudioConverterSetProperty(converter!, id, $1, $0)
            } get: {
                AudioConverterGetProperty(converter!, id, $1, $0)
            }
            tryAll(values(UInt64(id))) {
                AudioQueueSetProperty(queue!, id, $0, $1)
            } get: {
                AudioQueueGetProperty(queue!, id, $0, $1)
            }
        }
        for seed in 0..<500 as Range<UInt64> {
            for value in values(seed) {
                value.withUnsafeBytes { bytes in
                    let format = bytes.baseAddress!.assumingMemoryBound(to: AudioStreamBasicDescription.self)
                    var converter: AudioConverterRef?, queue: AudioQueueRef?
                    if AudioConverterNew(format, &pcm, &converter) == noErr { AudioConverterDispose(converter!) }
                    if AudioConverterNew(&pcm, format, &converter) == noErr { AudioConverterDispose(converter!) }
                    if AudioQueueNewOutput(format, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr {
                        _ = AudioQueueSetOfflineRenderFormat(queue!, format, nil)
                        AudioQueueDispose(queue!, true)
                    }
                }
            }
        }
        #expect(AudioConverterDispose(converter!) == noErr && AudioQueueDispose(queue!, true) == noErr)
    }
}
