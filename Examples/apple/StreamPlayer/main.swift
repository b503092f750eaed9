// stream-player INPUT OUTPUT: bytes as a network brings them, parsed by an AudioFileStream and decoded by an
// AudioConverter.
#if canImport(AudioToolbox)
import AudioToolbox
#else
import CoreAudioCompat
#endif
import Foundation

func check(_ status: OSStatus, _ what: String) {
    guard status != noErr else { return }
    FileHandle.standardError.write(Data("\(what): \(status)\n".utf8))
    exit(1)
}

let endOfPackets: OSStatus = 0x6472_7921 // 'dry!'

final class Player {
    var stream: AudioFileStreamID?
    var converter: AudioConverterRef?
    var format = AudioStreamBasicDescription()
    var packets: [(data: Data, frames: UInt32)] = []
    var output: ExtAudioFileRef?
    var isEnded = false
    let path: String

    // What the converter was given last, which must stay until it asks again.
    let packetMemory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    let packetDescription = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)

    init(path: String) {
        self.path = path
        let me = Unmanaged.passUnretained(self).toOpaque()
        check(AudioFileStreamOpen(me, propertyListener, packetsListener, 0, &stream), "AudioFileStreamOpen")
    }

    func propertyChanged(_ property: AudioFileStreamPropertyID) {
        guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        check(AudioFileStreamGetProperty(stream!, kAudioFileStreamProperty_DataFormat, &size, &format), "data format")
        let channels = format.mChannelsPerFrame
        var pcm = AudioStreamBasicDescription(
            mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 4 * channels, mFramesPerPacket: 1,
            mBytesPerFrame: 4 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0)
        check(AudioConverterNew(&format, &pcm, &converter), "AudioConverterNew")

        var cookieSize: UInt32 = 0
        if AudioFileStreamGetPropertyInfo(stream!, kAudioFileStreamProperty_MagicCookieData, &cookieSize, nil) == noErr,
            cookieSize > 0
        {
            var cookie = [UInt8](repeating: 0, count: Int(cookieSize))
            check(
                AudioFileStreamGetProperty(stream!, kAudioFileStreamProperty_MagicCookieData, &cookieSize, &cookie),
                "cookie")
            check(
                AudioConverterSetProperty(converter!, kAudioConverterDecompressionMagicCookie, cookieSize, &cookie),
                "giving the cookie on")
        }
        // What the encoder put before and after the sound is cut off, where the stream says so.
        var table = AudioFilePacketTableInfo()
        size = UInt32(MemoryLayout<AudioFilePacketTableInfo>.size)
        if AudioFileStreamGetProperty(stream!, kAudioFileStreamProperty_PacketTableInfo, &size, &table) == noErr,
            table.mPrimingFrames > 0
        {
            var prime = AudioConverterPrimeInfo(
                leadingFrames: UInt32(table.mPrimingFrames), trailingFrames: UInt32(table.mRemainderFrames))
            let primeSize = UInt32(MemoryLayout<AudioConverterPrimeInfo>.size)
            check(AudioConverterSetProperty(converter!, kAudioConverterPrimeInfo, primeSize, &prime), "prime info")
        }
        check(
            ExtAudioFileCreateWithURL(
                URL(fileURLWithPath: path) as CFURL, kAudioFileWAVEType, &pcm, nil, AudioFileFlags.eraseFile.rawValue,
                &output),
            "creating the output")
    }

    /// Decodes what there is, and writes it.
    func play() {
        guard let converter = converter, let output = output else { return }
        let channels = format.mChannelsPerFrame
        var samples = [Float](repeating: 0, count: 4096 * Int(channels))
        while true {
            var frames: UInt32 = 4096
            let status: OSStatus = samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: channels, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                let status = AudioConverterFillComplexBuffer(
                    converter, inputProc, Unmanaged.passUnretained(self).toOpaque(), &frames, &list, nil)
                if frames > 0 { check(ExtAudioFileWrite(output, frames, &list), "ExtAudioFileWrite") }
                return status
            }
            if status == endOfPackets || frames == 0 { return }
            check(status, "AudioConverterFillComplexBuffer")
        }
    }
}

func propertyListener(
    client: UnsafeMutableRawPointer, stream: AudioFileStreamID, property: AudioFileStreamPropertyID,
    flags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
) {
    Unmanaged<Player>.fromOpaque(client).takeUnretainedValue().propertyChanged(property)
}

func packetsListener(
    client: UnsafeMutableRawPointer, byteCount: UInt32, packetCount: UInt32, data: UnsafeRawPointer,
    descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
) {
    let player = Unmanaged<Player>.fromOpaque(client).takeUnretainedValue()
    if let descriptions = descriptions {
        for index in 0..<Int(packetCount) {
            let packet = descriptions[index]
            let bytes = Data(bytes: data + Int(packet.mStartOffset), count: Int(packet.mDataByteSize))
            player.packets.append((bytes, packet.mVariableFramesInPacket))
        }
    } else {
        let size = Int(byteCount / packetCount)
        for index in 0..<Int(packetCount) { player.packets.append((Data(bytes: data + index * size, count: size), 0)) }
    }
}

func inputProc(
    converter: AudioConverterRef, packetCount: UnsafeMutablePointer<UInt32>,
    list: UnsafeMutablePointer<AudioBufferList>,
    descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    client: UnsafeMutableRawPointer?
) -> OSStatus {
    let player = Unmanaged<Player>.fromOpaque(client!).takeUnretainedValue()
    guard !player.packets.isEmpty else {
        packetCount.pointee = 0
        return player.isEnded ? noErr : endOfPackets
    }
    let packet = player.packets.removeFirst()
    packet.data.copyBytes(to: UnsafeMutableRawBufferPointer(start: player.packetMemory, count: 1 << 16))
    player.packetDescription.pointee = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: packet.frames, mDataByteSize: UInt32(packet.data.count))
    list.pointee.mBuffers.mData = player.packetMemory
    list.pointee.mBuffers.mDataByteSize = UInt32(packet.data.count)
    descriptions?.pointee = player.packetDescription
    packetCount.pointee = 1
    return noErr
}

guard CommandLine.arguments.count == 3, let input = FileHandle(forReadingAtPath: CommandLine.arguments[1]) else {
    print("usage: stream-player INPUT OUTPUT")
    exit(2)
}
let player = Player(path: CommandLine.arguments[2])
while true {
    let bytes = input.readData(ofLength: 1500)
    if bytes.isEmpty { break }
    bytes.withUnsafeBytes { buffer in
        check(AudioFileStreamParseBytes(player.stream!, UInt32(buffer.count), buffer.baseAddress, []), "parsing")
    }
    player.play()
}
AudioFileStreamParseBytes(player.stream!, 0, nil, [])
player.isEnded = true
player.play()
if let output = player.output { check(ExtAudioFileDispose(output), "closing the output") }
if let converter = player.converter { AudioConverterDispose(converter) }
AudioFileStreamClose(player.stream!)
