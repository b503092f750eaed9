import CoreAudioCompat
import Foundation
import KKFiles
import KKTestSupport
import Testing

/// AAC in M4A through the C API: what programs for Apple's systems do with the most common file of all.
@Suite struct MPEG4CallTests {
    private let folder: ScratchFolder
    private let url: NSURL

    /// The music of the fixtures; `mdat` comes first unless it is made for streams.
    init() throws {
        folder = try ScratchFolder()
        for (name, flags) in [("a.m4a", ""), ("stream.m4a", "-movflags faststart")] {
            let run = try CommandRun.shell(
                "ffmpeg -v error -i '\(Fixtures.path("music.wav"))' -c:a aac -flags bitexact \(flags) \(name)",
                in: folder.root)
            #expect(run.status == 0, "\(run.errorText)")
        }
        url = NSURL(fileURLWithPath: "\(folder.root)/a.m4a")
    }

    private var format = AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
        mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
    private var floats = AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
        mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
        mReserved: 0)

    private func open() throws -> AudioFileID {
        var file: AudioFileID?
        #expect(AudioFileOpenURL(url, .readPermission, kAudioFileM4AType, &file) == noErr)
        return try #require(file)
    }

    private func property<Value>(_ file: AudioFileID, _ id: AudioFilePropertyID, _ start: Value) -> Value {
        var value = start, size = UInt32(MemoryLayout<Value>.size)
        let status = withUnsafeMutableBytes(of: &value) { AudioFileGetProperty(file, id, &size, $0.baseAddress!) }
        #expect(status == noErr && size == UInt32(MemoryLayout<Value>.size))
        return value
    }

    private func cookie(_ file: AudioFileID) -> [UInt8] {
        var size: UInt32 = 0
        #expect(AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil) == noErr)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        #expect(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &bytes) == noErr)
        return bytes
    }

    /// The samples that kkmix reads, interleaved.
    private func read() throws -> [Float] {
        let channels = try AudioFileReader(path: "\(folder.root)/a.m4a").readAll()
        return channels[0].indices.flatMap { [channels[0][$0], channels[1][$0]] }
    }

    @Test func `AudioFile tells what it is, of how many frames, and how its channels lie`() throws {
        let file = try open()
        #expect(property(file, kAudioFilePropertyFileFormat, UInt32(0)) == kAudioFileM4AType)
        let found = property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
        #expect(found.mFormatID == kAudioFormatMPEG4AAC && found.mFramesPerPacket == 1024)
        let table = property(file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        #expect(table.mNumberValidFrames == 44223 && table.mPrimingFrames == 1024)
        // It was descriptions of the channels, and no tag in the list of formats.
        let layout = property(file, kAudioFilePropertyChannelLayout, AudioChannelLayout())
        #expect(layout.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(layout.mNumberChannelDescriptions == 0)
        let item = property(file, kAudioFilePropertyFormatList, AudioFormatListItem())
        #expect(item.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(AudioFileClose(file) == noErr)
    }

    @Test func `ExtAudioFile gives what kkmix reads, and a seek lands on its frame`() throws {
        var file: ExtAudioFileRef?, client = floats, frames: UInt32 = 50000
        #expect(ExtAudioFileOpenURL(url, &file) == noErr)
        let opened = try #require(file)
        #expect(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var heard = [Float](repeating: 0, count: 100_000)
        func read(_ samples: UnsafeMutableBufferPointer<Float>) -> OSStatus {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(samples, numberOfChannels: 2))
            return ExtAudioFileRead(opened, &frames, &list)
        }
        #expect(heard.withUnsafeMutableBufferPointer { read($0) } == noErr && frames == 44223)
        let whole = Array(heard.prefix(88446))
        #expect(try whole == self.read())
        frames = 100
        #expect(ExtAudioFileSeek(opened, 30001) == noErr)
        #expect(heard.withUnsafeMutableBufferPointer { read($0) } == noErr && frames == 100)
        #expect(Array(heard.prefix(200)) == Array(whole[60002..<60202]))
        #expect(ExtAudioFileDispose(opened) == noErr)
    }

    /// What a converter takes its packets from.
    private final class Supply {
        let file: AudioFileID
        var next: Int64 = 0
        var memory = [UInt8](repeating: 0, count: 1 << 16)
        var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 8)
        init(_ file: AudioFileID) { self.file = file }

        func give(
            _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
            _ out: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
        ) -> OSStatus {
            var bytes = UInt32(memory.count)
            count.pointee = min(count.pointee, 8)
            return memory.withUnsafeMutableBytes { room in
                descriptions.withUnsafeMutableBufferPointer { places in
                    let status = AudioFileReadPacketData(
                        file, false, &bytes, places.baseAddress, next, count, room.baseAddress)
                    next += Int64(count.pointee)
                    list.pointee.mBuffers = AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: bytes, mData: room.baseAddress)
                    out?.pointee = places.baseAddress
                    return status == kAudioFileEndOfFileError ? noErr : status
                }
            }
        }
    }

    /// All that a converter makes of the file's packets.
    private func converted(_ input: AudioStreamBasicDescription, cookie: [UInt8], trims: Bool) throws -> [Float] {
        let supply = try Supply(open())
        var made: AudioConverterRef?, input = input, output = floats
        #expect(AudioConverterNew(&input, &output, &made) == noErr)
        let converter = try #require(made)
        if !cookie.isEmpty {
            let id = kAudioConverterDecompressionMagicCookie
            #expect(AudioConverterSetProperty(converter, id, UInt32(cookie.count), cookie) == noErr)
        }
        if trims {
            let table = property(supply.file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            var prime = AudioConverterPrimeInfo(
                leadingFrames: UInt32(table.mPrimingFrames), trailingFrames: UInt32(table.mRemainderFrames))
            #expect(AudioConverterSetProperty(converter, kAudioConverterPrimeInfo, 8, &prime) == noErr)
        }
        var heard: [Float] = [], room = [Float](repeating: 0, count: 3000)
        while true {
            var frames: UInt32 = 1500
            let status = room.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                return AudioConverterFillComplexBuffer(
                    converter,
                    { _, count, list, descriptions, supply in
                        Unmanaged<Supply>.fromOpaque(supply!).takeUnretainedValue().give(count, list, descriptions)
                    }, Unmanaged.passUnretained(supply).toOpaque(), &frames, &list, nil)
            }
            #expect(status == noErr)
            if status != noErr || frames == 0 { break }
            heard += room.prefix(2 * Int(frames))
        }
        #expect(AudioConverterDispose(converter) == noErr && AudioFileClose(supply.file) == noErr)
        return heard
    }

    @Test func `AudioConverter decodes the packets with the file's cookie, and without one as plain AAC`() throws {
        let file = try open()
        let cookie = cookie(file)
        #expect(AudioFileClose(file) == noErr && cookie.first == 3)
        let whole = try read()
        #expect(try converted(format, cookie: cookie, trims: true) == whole)
        let bare = try converted(format, cookie: [], trims: false)
        #expect(bare.count == 2 * 45 * 1024 && Array(bare[2048..<2048 + whole.count]) == whole)
    }

    /// Every packet was refused by the decoder, and silence came without an error.
    @Test func `a converter for another rate than the cookie's is an error, and no silence`() throws {
        let file = try open()
        var made: AudioConverterRef?, input = format, output = floats, cookie = cookie(file)
        input.mSampleRate = 48000
        #expect(AudioConverterNew(&input, &output, &made) == noErr)
        let id = kAudioConverterDecompressionMagicCookie
        #expect(
            AudioConverterSetProperty(try #require(made), id, UInt32(cookie.count), &cookie)
                == kAudioConverterErr_FormatNotSupported)
        #expect(AudioConverterDispose(try #require(made)) == noErr && AudioFileClose(file) == noErr)
    }

    /// What a stream's callbacks are told.
    private final class Told {
        var cookieSize: UInt32 = 0
        var formatID: UInt32 = 0
        var packets = 0
        var bytes = 0
    }

    private func parse(_ name: String) throws -> (OSStatus, Told) {
        let told = Told()
        var made: AudioFileStreamID?
        let status = AudioFileStreamOpen(
            Unmanaged.passUnretained(told).toOpaque(),
            { client, stream, id, _ in
                let told = Unmanaged<Told>.fromOpaque(client).takeUnretainedValue()
                if id == kAudioFileStreamProperty_MagicCookieData {
                    #expect(AudioFileStreamGetPropertyInfo(stream, id, &told.cookieSize, nil) == noErr)
                }
                if id == kAudioFileStreamProperty_DataFormat {
                    var format = AudioStreamBasicDescription(), size: UInt32 = 40
                    #expect(AudioFileStreamGetProperty(stream, id, &size, &format) == noErr)
                    told.formatID = format.mFormatID
                }
            },
            { client, bytes, packets, _, descriptions in
                let told = Unmanaged<Told>.fromOpaque(client).takeUnretainedValue()
                told.packets += Int(packets)
                told.bytes += Int(bytes)
                #expect(descriptions != nil)
            }, kAudioFileM4AType, &made)
        #expect(status == noErr)
        let stream = try #require(made)
        defer { #expect(AudioFileStreamClose(stream) == noErr) }
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder.root)/\(name)")))
        for start in stride(from: 0, to: bytes.count, by: 700) {
            let piece = Array(bytes[start..<min(start + 700, bytes.count)])
            let status = AudioFileStreamParseBytes(stream, UInt32(piece.count), piece, [])
            if status != noErr { return (status, told) }
        }
        return (noErr, told)
    }

    @Test func `AudioFileStream parses a file whose moov comes first, and says of others that they are not optimized`()
        throws
    {
        let file = try open()
        let bytes = property(file, kAudioFilePropertyAudioDataByteCount, UInt64(0))
        #expect(AudioFileClose(file) == noErr)
        let (status, told) = try parse("stream.m4a")
        #expect(status == noErr && told.packets == 45 && told.bytes == bytes)
        #expect(told.formatID == kAudioFormatMPEG4AAC && told.cookieSize > 5)
        #expect(try parse("a.m4a").0 == kAudioFileStreamError_NotOptimized)
    }

    @Test func `the kinds of files are found by UTI and by MIME type`() throws {
        func types(_ id: AudioFilePropertyID, _ name: String) -> [UInt32] {
            let held = Unmanaged.passRetained(NSString(string: name))
            defer { held.release() }
            var name = held.toOpaque(), size: UInt32 = 0
            #expect(AudioFileGetGlobalInfoSize(id, 8, &name, &size) == noErr)
            var found = [UInt32](repeating: 0, count: Int(size) / 4)
            #expect(AudioFileGetGlobalInfo(id, 8, &name, &size, &found) == noErr)
            return found
        }
        #expect(types(kAudioFileGlobalInfo_TypesForUTI, "com.apple.m4a-audio") == [kAudioFileM4AType])
        #expect(types(kAudioFileGlobalInfo_TypesForUTI, "public.mp3") == [kAudioFileMP3Type])
        #expect(types(kAudioFileGlobalInfo_TypesForMIMEType, "audio/flac") == [kAudioFileFLACType])
        #expect(types(kAudioFileGlobalInfo_TypesForUTI, "no.such.thing") == [])
        var type = kAudioFileM4AType, object: Unmanaged<NSArray>?, size: UInt32 = 8
        #expect(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_MIMETypesForType, 4, &type, &size, &object) == noErr)
        #expect(try #require(object).takeRetainedValue().contains("audio/mp4"))
        #expect(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_AllUTIs, 0, nil, &size, &object) == noErr)
        #expect(try #require(object).takeRetainedValue().contains("public.aiff-audio"))
    }
}
