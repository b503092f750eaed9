import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// Converters and extended files that encode.
@Suite struct EncodingCallTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    private let stereo = AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
        mFramesPerPacket: 1,
        mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)

    @Test func `a converter encodes Apple Lossless into a CAF file, whose sound is the same`() throws {
        let frames = GivenFrames((0..<20_002).map { Int16(truncatingIfNeeded: $0 * $0 / 7) })
        var pcm = stereo, alac = AudioStreamBasicDescription(), size: UInt32 = 40
        (alac.mFormatID, alac.mChannelsPerFrame, alac.mSampleRate) = (kAudioFormatAppleLossless, 2, 44100)
        var made: AudioConverterRef?
        #expect(AudioConverterNew(&pcm, &alac, &made) == noErr)
        let converter = try #require(made)
        #expect(
            AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &alac) == noErr)
        #expect(alac.mFramesPerPacket == 4096 && alac.mFormatFlags == kAppleLosslessFormatFlag_16BitSourceData)
        var file: AudioFileID?
        #expect(AudioFileCreateWithURL(url("c.caf"), kAudioFileCAFType, &alac, .eraseFile, &file) == noErr)
        var cookie = [UInt8](repeating: 0, count: 100)
        size = 100
        #expect(AudioConverterGetProperty(converter, kAudioConverterCompressionMagicCookie, &size, &cookie) == noErr)
        #expect(AudioFileSetProperty(file!, kAudioFilePropertyMagicCookieData, size, cookie) == noErr)
        var largest: UInt32 = 0
        size = 4
        #expect(
            AudioConverterGetProperty(converter, kAudioConverterPropertyMaximumOutputPacketSize, &size, &largest)
                == noErr)
        var memory = [UInt8](repeating: 0, count: 2 * Int(largest)), written: Int64 = 0
        var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 2)
        let data = Unmanaged.passUnretained(frames).toOpaque()
        while true {
            var packets: UInt32 = 2
            memory.withUnsafeMutableBytes {
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 2 * largest, mData: $0.baseAddress))
                #expect(
                    AudioConverterFillComplexBuffer(converter, GivenFrames.give, data, &packets, &list, &places)
                        == noErr
                )
                let bytes = list.mBuffers.mDataByteSize
                #expect(
                    AudioFileWritePackets(file!, false, bytes, &places, written, &packets, $0.baseAddress!) == noErr)
            }
            if packets == 0 { break }
            written += Int64(packets)
        }
        var prime = AudioConverterPrimeInfo()
        size = 8
        #expect(AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &prime) == noErr)
        #expect(written == 3 && prime.leadingFrames == 0 && prime.trailingFrames == 3 * 4096 - 10_001)
        var table = AudioFilePacketTableInfo(
            mNumberValidFrames: 10_001, mPrimingFrames: 0, mRemainderFrames: Int32(prime.trailingFrames))
        #expect(AudioFileSetProperty(file!, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr)
        memory.withUnsafeMutableBytes {
            var packets: UInt32 = 1
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 10, mData: $0.baseAddress))
            #expect(
                AudioConverterFillComplexBuffer(converter, GivenFrames.give, data, &packets, &list, nil)
                    == kAudioConverterErr_RequiresPacketDescriptionsError)
        }
        #expect(AudioConverterDispose(converter) == noErr && AudioFileClose(file!) == noErr)
        #expect(try sound("c.caf", 10_001) == frames.samples)
    }

    /// The frames of a file as 16-bit integers; more are asked for, and are not there.
    private func sound(_ name: String, _ frameCount: Int, rate: Double = 44100) throws -> [Int16] {
        var file: ExtAudioFileRef?, client = stereo
        client.mSampleRate = rate
        #expect(ExtAudioFileOpenURL(url(name), &file) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var heard = [Int16](repeating: 0, count: 2 * frameCount + 20), frames = UInt32(frameCount + 10)
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileRead(file!, &frames, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr)
        return Array(heard.prefix(2 * Int(frames)))
    }

    @Test(arguments: [kAudioFormatAppleLossless, kAudioFormatFLAC, kAudioFormatAppleIMA4, kAudioFormatOpus])
    func `an extended file encodes what it is given, into CAF`(formatID: AudioFormatID) throws {
        var format = AudioStreamBasicDescription()
        (format.mFormatID, format.mChannelsPerFrame) = (formatID, 2)
        format.mSampleRate = formatID == kAudioFormatOpus ? 48000 : 44100
        var file: ExtAudioFileRef?, client = stereo
        client.mSampleRate = format.mSampleRate
        #expect(ExtAudioFileCreateWithURL(url("d.caf"), kAudioFileCAFType, &format, nil, 0, &file) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = (0..<9002).map { Int16(truncatingIfNeeded: $0 * 77) / 4 }
        samples.withUnsafeMutableBufferPointer {
            for part in [0..<3001, 3001..<4501] {
                let part = UnsafeMutableBufferPointer(rebasing: $0[2 * part.lowerBound..<2 * part.upperBound])
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(part, numberOfChannels: 2))
                #expect(ExtAudioFileWrite(file!, UInt32(part.count / 2), &list) == noErr)
            }
        }
        #expect(ExtAudioFileDispose(file!) == noErr)
        let heard = try sound("d.caf", 4501, rate: format.mSampleRate)
        if formatID == kAudioFormatAppleLossless || formatID == kAudioFormatFLAC { #expect(heard == samples) }
        #expect(heard.count == samples.count)
    }

    @Test func `32 bits go through an extended file whole`() throws {
        var format = stereo
        (format.mBitsPerChannel, format.mBytesPerFrame, format.mBytesPerPacket) = (32, 8, 8)
        var file: ExtAudioFileRef?
        #expect(ExtAudioFileCreateWithURL(url("e.caf"), kAudioFileCAFType, &format, nil, 0, &file) == noErr)
        var samples = (0..<2000).map { Int32(truncatingIfNeeded: $0 &* 0x1357_9BDF) }
        samples.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileWrite(file!, 1000, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(file!) == noErr)
        var opened: AudioFileID?
        #expect(AudioFileOpenURL(url("e.caf"), .readPermission, 0, &opened) == noErr)
        var heard = [Int32](repeating: 0, count: 2000), bytes: UInt32 = 8000
        #expect(AudioFileReadBytes(opened!, false, 0, &bytes, &heard) == noErr)
        #expect(heard == samples && AudioFileClose(opened!) == noErr)
    }

    @Test func `the converter of a file that is written says how its packets are made`() throws {
        var format = AudioStreamBasicDescription()
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (kAudioFormatOpus, 2, 48000)
        var client = stereo, sizes: [Int] = []
        client.mSampleRate = 48000
        for rate: UInt32 in [32_000, 128_000] {
            var file: ExtAudioFileRef?, converter: AudioConverterRef?, size: UInt32 = 8, rate = rate, none: UInt = 0
            #expect(ExtAudioFileCreateWithURL(url("f.caf"), kAudioFileCAFType, &format, nil, 1, &file) == noErr)
            #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
            #expect(ExtAudioFileGetProperty(file!, kExtAudioFileProperty_AudioConverter, &size, &converter) == noErr)
            #expect(AudioConverterSetProperty(converter!, kAudioConverterEncodeBitRate, 4, &rate) == noErr)
            #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ConverterConfig, 8, &none) == noErr)
            var samples = (0..<96_000).map { Int16(truncatingIfNeeded: $0 * $0 / 5) / 4 }
            samples.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                #expect(ExtAudioFileWrite(file!, 48_000, &list) == noErr)
            }
            #expect(
                ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ConverterConfig, 8, &none)
                    == kExtAudioFileError_InvalidOperationOrder)
            #expect(ExtAudioFileDispose(file!) == noErr)
            #expect(AudioConverterReset(converter!) == kAudio_ParamError, "it was the file's")
            sizes.append(try #require(folder.bytes("f.caf")).count)
        }
        #expect(sizes[0] < 6_000 && sizes[1] > 14_000, "\(sizes)")
    }

    /// How recorders choose between the codecs of Apple's software and of a device.
    @Test func `a codec is found in the list, and made by its class`() throws {
        var pcm = stereo, aac = AudioStreamBasicDescription(), id = kAudioFormatMPEG4AAC, size: UInt32 = 0
        (aac.mFormatID, aac.mChannelsPerFrame, aac.mSampleRate) = (id, 2, 44100)
        let encoders = kAudioFormatProperty_Encoders, decoders = kAudioFormatProperty_Decoders
        #expect(AudioFormatGetPropertyInfo(encoders, 4, &id, &size) == noErr && size == 12)
        var codec = AudioClassDescription()
        #expect(AudioFormatGetProperty(encoders, 4, &id, &size, &codec) == noErr)
        #expect(codec.mType == kAudioEncoderComponentType && codec.mSubType == id)
        #expect(codec.mManufacturer == kAppleSoftwareAudioCodecManufacturer)
        var none: UInt32 = kAudioFormatEnhancedAC3, pcmID = kAudioFormatLinearPCM
        #expect(AudioFormatGetPropertyInfo(encoders, 4, &none, &size) == noErr && size == 0)
        #expect(AudioFormatGetPropertyInfo(decoders, 4, &none, &size) == noErr && size == 12)
        #expect(AudioFormatGetPropertyInfo(encoders, 4, &pcmID, &size) == noErr && size == 0)

        var hardware = codec, made: AudioConverterRef?
        hardware.mManufacturer = kAppleHardwareAudioCodecManufacturer
        #expect(AudioConverterNewSpecific(&pcm, &aac, 2, [hardware, codec], &made) == noErr)
        #expect(AudioConverterDispose(try #require(made)) == noErr)
        let refused = kAudioConverterErr_FormatNotSupported
        #expect(AudioConverterNewSpecific(&pcm, &aac, 1, [hardware], &made) == refused)
        #expect(AudioConverterNewSpecific(&aac, &pcm, 1, [codec], &made) == refused)
        codec.mType = kAudioDecoderComponentType
        #expect(AudioConverterNewSpecific(&aac, &pcm, 1, [codec], &made) == noErr)
        #expect(AudioConverterDispose(try #require(made)) == noErr)
        var other = pcm
        other.mSampleRate = 48000
        #expect(AudioConverterNewSpecific(&pcm, &other, 1, [codec], &made) == noErr)
        #expect(AudioConverterDispose(try #require(made)) == noErr)
    }

    @Test func `a file's codec may be asked to be Apple's software, before its client's format`() throws {
        var format = AudioStreamBasicDescription(), client = stereo, file: ExtAudioFileRef?, isWritable = false
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (kAudioFormatMPEG4AAC, 2, 44100)
        #expect(ExtAudioFileCreateWithURL(url("h.m4a"), kAudioFileM4AType, &format, nil, 0, &file) == noErr)
        var maker = kAppleSoftwareAudioCodecManufacturer, size: UInt32 = 0
        let property = kExtAudioFileProperty_CodecManufacturer
        #expect(ExtAudioFileGetPropertyInfo(file!, property, &size, &isWritable) == noErr && isWritable && size == 4)
        #expect(ExtAudioFileSetProperty(file!, property, 4, &maker) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        maker = kAppleHardwareAudioCodecManufacturer
        #expect(ExtAudioFileSetProperty(file!, property, 4, &maker) == kExtAudioFileError_InvalidProperty)
        #expect(ExtAudioFileDispose(file!) == noErr)
    }

    /// It answered -50, and there was no file: the encoder's priming was said to be of packets that there were not.
    @Test(arguments: [
        ("caf", kAudioFileCAFType, kAudioFormatMPEG4AAC), ("m4a", kAudioFileM4AType, kAudioFormatMPEG4AAC),
        ("aac", kAudioFileAAC_ADTSType, kAudioFormatMPEG4AAC), ("caf", kAudioFileCAFType, kAudioFormatOpus),
        ("caf", kAudioFileCAFType, kAudioFormatFLAC),
    ]) func `a file to which nothing was written has no frames`(
        kind: String, type: AudioFileTypeID, id: AudioFormatID
    ) throws {
        var format = AudioStreamBasicDescription(), file: ExtAudioFileRef?, frames: Int64 = 1, size: UInt32 = 8
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (id, 2, 48000)
        #expect(ExtAudioFileCreateWithURL(url("empty.\(kind)"), type, &format, nil, 0, &file) == noErr)
        #expect(ExtAudioFileDispose(try #require(file)) == noErr)
        guard kind != "aac" else { return }
        #expect(ExtAudioFileOpenURL(url("empty.\(kind)"), &file) == noErr)
        #expect(ExtAudioFileGetProperty(file!, kExtAudioFileProperty_FileLengthFrames, &size, &frames) == noErr)
        #expect(frames == 0 && ExtAudioFileDispose(file!) == noErr)
    }

    /// It was forgotten with the first converter.
    @Test func `a bit rate that is set before the client's format stays`() throws {
        var format = AudioStreamBasicDescription(), client = stereo, file: ExtAudioFileRef?, size: UInt32 = 8
        (format.mFormatID, format.mChannelsPerFrame, format.mSampleRate) = (kAudioFormatMPEG4AAC, 2, 44100)
        #expect(ExtAudioFileCreateWithURL(url("r.m4a"), kAudioFileM4AType, &format, nil, 0, &file) == noErr)
        func converter() throws -> AudioConverterRef {
            var converter: AudioConverterRef?
            size = UInt32(MemoryLayout<AudioConverterRef?>.size)
            #expect(
                ExtAudioFileGetProperty(file!, kExtAudioFileProperty_AudioConverter, &size, &converter) == noErr)
            return try #require(converter)
        }
        var rate: UInt32 = 64000
        #expect(AudioConverterSetProperty(try converter(), kAudioConverterEncodeBitRate, 4, &rate) == noErr)
        #expect(ExtAudioFileSetProperty(file!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        (rate, size) = (0, 4)
        #expect(AudioConverterGetProperty(try converter(), kAudioConverterEncodeBitRate, &size, &rate) == noErr)
        #expect(rate == 64000 && ExtAudioFileDispose(file!) == noErr)
    }

    /// Six channels, each a tone of its own, through AAC: the layouts are set in either order, and asked for before.
    @Test(arguments: [true, false]) func `the layouts of a surround encoder are set in any order`(
        outputFirst: Bool
    ) throws {
        var pcm = pcm16(channels: 6), aac = AudioStreamBasicDescription(), made: AudioConverterRef?, size: UInt32 = 0
        (aac.mFormatID, aac.mChannelsPerFrame, aac.mSampleRate) = (kAudioFormatMPEG4AAC, 6, 44100)
        #expect(AudioConverterNew(&pcm, &aac, &made) == noErr)
        let converter = try #require(made)
        let properties = [kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout]
        // An encoder has an order of its own, and says it before one is set.
        var asked = AudioChannelLayout(), isWritable = false
        #expect(AudioConverterGetPropertyInfo(converter, properties[1], &size, &isWritable) == noErr)
        #expect(size == 32 && isWritable)
        #expect(AudioConverterGetProperty(converter, properties[1], &size, &asked) == noErr)
        #expect(asked.mChannelLayoutTag & 0xFFFF == 6)
        // What comes in is L R C LFE Ls Rs, what goes out AAC's order.
        var layouts = [AudioChannelLayout(), AudioChannelLayout()]
        layouts[0].mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        layouts[1].mChannelLayoutTag = kAudioChannelLayoutTag_AAC_5_1
        for index in outputFirst ? [1, 0] : [0, 1] {
            #expect(AudioConverterSetProperty(converter, properties[index], 32, &layouts[index]) == noErr)
            size = 32
            #expect(AudioConverterGetProperty(converter, properties[index], &size, &asked) == noErr)
            #expect(asked.mChannelLayoutTag == layouts[index].mChannelLayoutTag)
        }
        #expect(AudioConverterDispose(converter) == noErr)
    }

    private final class Memory {
        var bytes: [UInt8] = []
    }

    @Test func `a file that the client's functions read is read frame by frame`() throws {
        try folder.write(WaveFile.pcm16((0..<5000).map { [Int16($0), Int16(-$0)] }), to: "g.wav")
        let memory = Memory()
        memory.bytes = try #require(folder.bytes("g.wav"))
        var file: AudioFileID?, extended: ExtAudioFileRef?, client = stereo, frames: UInt32 = 6000
        #expect(
            AudioFileOpenWithCallbacks(
                Unmanaged.passUnretained(memory).toOpaque(),
                { data, position, count, buffer, done in
                    let bytes = Unmanaged<Memory>.fromOpaque(data).takeUnretainedValue().bytes
                    let part = bytes.dropFirst(Int(position)).prefix(min(Int(count), 3000))
                    part.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
                    done.pointee = UInt32(part.count)
                    return noErr
                }, nil, { Int64(Unmanaged<Memory>.fromOpaque($0).takeUnretainedValue().bytes.count) }, nil, 0, &file)
                == noErr)
        #expect(ExtAudioFileWrapAudioFileID(file!, false, &extended) == noErr)
        #expect(ExtAudioFileSetProperty(extended!, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var heard = [Int16](repeating: 9, count: 12_000)
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
            #expect(ExtAudioFileRead(extended!, &frames, &list) == noErr)
        }
        #expect(frames == 5000 && heard[9998] == 4999 && heard[9999] == -4999)
        #expect(ExtAudioFileDispose(extended!) == noErr && AudioFileClose(file!) == noErr)
    }

    @Test func `packets of one size need no descriptions, and none are read`() throws {
        let file = NSURL(fileURLWithPath: Fixtures.path("codec-ima4.caf"))
        var opened: AudioFileID?, format = AudioStreamBasicDescription(), size: UInt32 = 40, made: AudioConverterRef?
        #expect(AudioFileOpenURL(file, .readPermission, 0, &opened) == noErr)
        #expect(AudioFileGetProperty(opened!, kAudioFilePropertyDataFormat, &size, &format) == noErr)
        var pcm = pcm16(channels: format.mChannelsPerFrame)
        pcm.mSampleRate = format.mSampleRate
        #expect(AudioConverterNew(&format, &pcm, &made) == noErr)
        var heard = [Int16](repeating: 0, count: 512 * Int(format.mChannelsPerFrame)), frames: UInt32 = 512
        final class Source {
            let file: AudioFileID
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 64)
            var packet: Int64 = 0
            init(_ file: AudioFileID) { self.file = file }
        }
        let source = Source(opened!)
        heard.withUnsafeMutableBufferPointer {
            var list = AudioBufferList(
                mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: Int(format.mChannelsPerFrame)))
            #expect(
                AudioConverterFillComplexBuffer(
                    made!,
                    { _, packets, list, places, data in
                        let source = Unmanaged<Source>.fromOpaque(data!).takeUnretainedValue()
                        var count = min(packets.pointee, 64), size = UInt32(source.bytes.count)
                        source.bytes.withUnsafeMutableBytes { bytes in
                            source.places.withUnsafeMutableBufferPointer {
                                // It leaves the descriptions alone, and they are handed on even so.
                                _ = AudioFileReadPacketData(
                                    source.file, false, &size, $0.baseAddress, source.packet, &count, bytes.baseAddress)
                                places?.pointee = $0.baseAddress
                            }
                            list.pointee.mBuffers.mData = bytes.baseAddress
                        }
                        list.pointee.mBuffers.mDataByteSize = size
                        (packets.pointee, source.packet) = (count, source.packet + Int64(count))
                        return noErr
                    }, Unmanaged.passUnretained(source).toOpaque(), &frames, &list, nil) == noErr)
        }
        #expect(frames == 512 && heard.contains { $0 != 0 })
        #expect(AudioConverterDispose(made!) == noErr && AudioFileClose(opened!) == noErr)
    }
}
