import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

extension CallDifference {
    private static func url(_ folder: ScratchFolder, _ name: String) -> NSURL {
        NSURL(fileURLWithPath: "\(folder.root)/\(name)")
    }

    private static func isThere(_ folder: ScratchFolder, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder.root)/\(name)")
    }

    private static func opened(_ path: String) throws -> ExtAudioFileRef {
        var file: ExtAudioFileRef?
        #expect(ExtAudioFileOpenURL(NSURL(fileURLWithPath: path), &file) == noErr)
        return try #require(file)
    }

    /// The first frames of a file, in buffers of a client's interleaved samples.
    private static func read<Sample>(_ file: ExtAudioFileRef, into samples: inout [Sample], channels: Int) {
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: channels))
            var frames = UInt32($0.count / channels)
            #expect(ExtAudioFileRead(file, &frames, &list) == noErr && frames == $0.count / channels)
        }
    }

    static let writers = [
        CallDifference("ExtAudioFileCreateWithURL") {
            let folder = try ScratchFolder()
            var file: ExtAudioFileRef?, format = pcm16(channels: 2), samples: [Int16] = [1, 2, 3, 4]
            #expect(
                ExtAudioFileCreateWithURL(url(folder, "a.wav"), kAudioFileWAVEType, &format, nil, 0, &file) == noErr)
            samples.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                #expect(ExtAudioFileWrite(file!, 2, &list) == noErr)
            }
            #expect(!isThere(folder, "a.wav"))
            #expect(ExtAudioFileDispose(file!) == noErr && isThere(folder, "a.wav"))
        },
        CallDifference("ExtAudioFileWriteAsync") {
            let folder = try ScratchFolder()
            var file: ExtAudioFileRef?, format = pcm16(channels: 2), samples: [Int16] = [1, 2, 3, 4]
            #expect(
                ExtAudioFileCreateWithURL(url(folder, "a.wav"), kAudioFileWAVEType, &format, nil, 0, &file) == noErr)
            samples.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                #expect(ExtAudioFileWriteAsync(file!, 2, &list) == noErr)
                // On Apple's systems this is too early.
                $0.update(repeating: 0)
            }
            #expect(ExtAudioFileDispose(file!) == noErr)
            #expect(WaveFile.samples16(of: try #require(folder.bytes("a.wav"))) == [1, 2, 3, 4])
        },
        CallDifference("AudioFileCreateWithURL") {
            let folder = try ScratchFolder()
            var file: AudioFileID?, format = pcm16(channels: 2), offset: Int64 = 0, size: UInt32 = 8
            #expect(
                AudioFileCreateWithURL(url(folder, "a.caf"), kAudioFileCAFType, &format, .eraseFile, &file) == noErr)
            #expect(!isThere(folder, "a.caf"))
            #expect(AudioFileClose(file!) == noErr && isThere(folder, "a.caf"))
            #expect(AudioFileOpenURL(url(folder, "a.caf"), .readPermission, 0, &file) == noErr)
            #expect(AudioFileGetProperty(file!, kAudioFilePropertyDataOffset, &size, &offset) == noErr)
            #expect((1..<4096).contains(offset))
            #expect(AudioFileClose(file!) == noErr)
        },
        CallDifference("AudioFileSetProperty") {
            let folder = try ScratchFolder()
            var file: AudioFileID?, format = pcm16(channels: 2), flag: UInt32 = 1, seconds = 2.0
            var layout = AudioChannelLayout()
            layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
            #expect(
                AudioFileCreateWithURL(url(folder, "a.caf"), kAudioFileCAFType, &format, .eraseFile, &file) == noErr)
            #expect(AudioFileSetProperty(file!, kAudioFilePropertyDeferSizeUpdates, 4, &flag) == noErr)
            #expect(AudioFileSetProperty(file!, kAudioFilePropertyReserveDuration, 8, &seconds) == noErr)
            #expect(AudioFileSetProperty(file!, kAudioFilePropertyChannelLayout, 32, &layout) == noErr)
            for id in [kAudioFilePropertyID3Tag, kAudioFilePropertyDataFormat, kAudioFilePropertyAlbumArtwork] {
                #expect(AudioFileSetProperty(file!, id, 4, &flag) == kAudioFileUnsupportedPropertyError)
            }
            #expect(AudioFileClose(file!) == noErr)
        },
    ]

    static let readers = [
        CallDifference("ExtAudioFileOpenURL") {
            let wide = try opened(Fixtures.path("tone-s32.wav")), folder = try ScratchFolder()
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path("tone-s32.wav"))))
            let data = try #require(WaveFile.data(of: bytes))
            let written = data.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
            var heard: [Int32] = [0, 0, 0, 0]
            read(wide, into: &heard, channels: 2)
            #expect(written[2] == 0x090F_80AF && heard[2] == 0x090F_80B0)
            #expect(heard == written.prefix(4).map { Int32(Float($0)) })
            #expect(ExtAudioFileDispose(wide) == noErr)

            try folder.write(WaveFile.pcm16([[1000], [-7]]), to: "mono.wav")
            let mono = try opened("\(folder.root)/mono.wav")
            var client = pcm16(channels: 2), both: [Int16] = [0, 0, 0, 0]
            #expect(ExtAudioFileSetProperty(mono, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
            read(mono, into: &both, channels: 2)
            #expect(both == [1000, 1000, -7, -7])
            #expect(ExtAudioFileDispose(mono) == noErr)
        },
        CallDifference("ExtAudioFileGetProperty") {
            let file = try opened(Fixtures.path("tone-s32.wav"))
            var value = [UInt8](repeating: 0, count: 256), size: UInt32 = 256
            for id in [
                kExtAudioFileProperty_ConverterConfig, kExtAudioFileProperty_IOBuffer,
                kExtAudioFileProperty_IOBufferSizeBytes,
            ] {
                #expect(
                    ExtAudioFileGetProperty(file, id, &size, &value) == kExtAudioFileError_InvalidProperty, "\(id)")
            }
            var maker: UInt32 = 0
            size = 4
            #expect(ExtAudioFileGetProperty(file, kExtAudioFileProperty_CodecManufacturer, &size, &maker) == noErr)
            #expect(maker == kAppleSoftwareAudioCodecManufacturer)
            #expect(ExtAudioFileDispose(file) == noErr)
        },
        CallDifference("ExtAudioFileSetProperty") {
            let file = try opened(Fixtures.path("tone-s32.wav"))
            var layout = AudioChannelLayout(), value = [UInt8](repeating: 0, count: 32)
            layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
            #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientChannelLayout, 32, &layout) == noErr)
            for id in [
                kExtAudioFileProperty_FileChannelLayout, kExtAudioFileProperty_FileLengthFrames,
                kExtAudioFileProperty_PacketTable, kExtAudioFileProperty_IOBufferSizeBytes,
            ] {
                #expect(ExtAudioFileSetProperty(file, id, 32, &value) == kExtAudioFileError_InvalidProperty, "\(id)")
            }
            for (maker, answer) in [
                (kAppleSoftwareAudioCodecManufacturer, noErr),
                (kAppleHardwareAudioCodecManufacturer, kExtAudioFileError_InvalidProperty),
            ] {
                var maker = maker
                let property = kExtAudioFileProperty_CodecManufacturer
                #expect(ExtAudioFileSetProperty(file, property, 4, &maker) == answer, "\(maker)")
            }
            #expect(ExtAudioFileDispose(file) == noErr)
        },
        CallDifference("AudioFileGetProperty") {
            var file: AudioFileID?
            #expect(
                AudioFileOpenURL(NSURL(fileURLWithPath: Fixtures.path("speech.flac")), .readPermission, 0, &file)
                    == noErr)
            for id in [
                kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPacketToDependencyInfo,
                kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket,
                kAudioFilePropertyAlbumArtwork,
            ] {
                var question = [UInt8](repeating: 0xEE, count: 24), size: UInt32 = 24
                #expect(AudioFileGetPropertyInfo(file!, id, &size, nil) == kAudioFileUnsupportedPropertyError)
                #expect(AudioFileGetProperty(file!, id, &size, &question) == kAudioFileUnsupportedPropertyError)
                #expect(size == 24 && question == Array(repeating: 0xEE, count: 24))
            }
            #expect(AudioFileClose(file!) == noErr)
        },
        CallDifference("AudioFileStreamParseBytes") {
            var answers: [OSStatus] = []
            try parsed("speech.flac", telling: &answers) { _ in }
            #expect(answers.count > 2 && answers.allSatisfy { $0 == kAudioFileStreamError_IllegalOperation })
        },
        CallDifference("AudioFileStreamGetProperty") {
            var answers: [OSStatus] = []
            try parsed("speech.flac", telling: &answers) { stream in
                for id in [
                    kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket,
                    kAudioFileStreamProperty_PacketToRollDistance, kAudioFileStreamProperty_PacketToDependencyInfo,
                    kAudioFileStreamProperty_PreviousIndependentPacket,
                    kAudioFileStreamProperty_NextIndependentPacket,
                ] {
                    let unsupported = kAudioFileStreamError_UnsupportedProperty
                    var question = [UInt8](repeating: 0xEE, count: 24), size: UInt32 = 24
                    #expect(AudioFileStreamGetPropertyInfo(stream, id, &size, nil) == unsupported)
                    #expect(AudioFileStreamGetProperty(stream, id, &size, &question) == unsupported)
                    #expect(size == 24 && question == Array(repeating: 0xEE, count: 24))
                }
            }
            for name in ["music.mp3", "music.aac", "music.ac3", "music.flac", "codec-alac-front.m4a"] {
                try parsed(name, telling: &answers) { stream in
                    var count: UInt64 = 0, size: UInt32 = 8, largest: UInt32 = 0, width: UInt32 = 4
                    let (bytes, packet) = (
                        kAudioFileStreamProperty_AudioDataByteCount, kAudioFileStreamProperty_MaximumPacketSize
                    )
                    let unsupported = kAudioFileStreamError_UnsupportedProperty
                    #expect(AudioFileStreamGetProperty(stream, bytes, &size, &count) == unsupported)
                    #expect(AudioFileStreamGetProperty(stream, packet, &width, &largest) == unsupported)
                    #expect(AudioFileStreamParseBytes(stream, 0, nil, []) == noErr)
                    #expect(AudioFileStreamGetProperty(stream, bytes, &size, &count) == noErr, "\(name)")
                    #expect(AudioFileStreamGetProperty(stream, packet, &width, &largest) == noErr, "\(name)")
                    #expect(largest > 0 && count > largest, "\(name)")
                }
            }
        },
    ]

    /// Parses a fixture, asks of the stream then, and keeps what a call inside its callbacks answers.
    private static func parsed(
        _ name: String, telling answers: inout [OSStatus], _ ask: (AudioFileStreamID) throws -> Void
    ) throws {
        var made: AudioFileStreamID?
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
        try withUnsafeMutablePointer(to: &answers) { answers in
            let opened = AudioFileStreamOpen(
                answers,
                { data, stream, _, _ in
                    data.assumingMemoryBound(to: [OSStatus].self).pointee.append(
                        AudioFileStreamParseBytes(stream, 1, [0], []))
                },
                { _, _, _, _, _ in }, 0, &made)
            #expect(opened == noErr)
            let stream = try #require(made)
            #expect(AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, []) == noErr)
            try ask(stream)
            #expect(AudioFileStreamClose(stream) == noErr)
        }
    }
}
