internal import KKAudio

@implementation @c public func AudioFileReadBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let file = try HeldFile.of(inAudioFile).file
        let wanted = Int(try ioNumBytes.checked().pointee)
        ioNumBytes.pointee = 0
        var buffer = try room(wanted, in: file)
        let count = try file.readBytes(from: inStartingByte, count: wanted, into: &buffer)
        try copy(buffer, to: outBuffer)
        ioNumBytes.pointee = UInt32(count)
        if count < wanted { throw Status(kAudioFileEndOfFileError) }
    }
}

@implementation @c public func AudioFileReadPacketData(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        let file = try HeldFile.of(inAudioFile).file
        let byteCount = Int(try ioNumBytes.checked().pointee)
        try read(file, byteCount, ioNumBytes, outPacketDescriptions, inStartingPacket, ioNumPackets, outBuffer)
    }
}

@implementation @c public func AudioFileReadPackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    answer {
        let file = try HeldFile.of(inAudioFile).file
        guard case .number(let largest) = try file.property(AudioFile.Property.packetSizeUpperBound) else {
            throw Status(kAudioFileUnspecifiedError)
        }
        let needed = Int(try ioNumPackets.checked().pointee).multipliedReportingOverflow(by: max(1, Int(largest)))
        let byteCount = needed.overflow ? .max : needed.partialValue
        try read(
            file, byteCount, try outNumBytes.checked(), outPacketDescriptions, inStartingPacket, ioNumPackets, outBuffer
        )
    }
}

/// Fewer packets than were asked for, and none after the last one, are the end and no error: Apple's players of queues
/// stop the queue when they get none, and themselves at any error.
private func read(
    _ file: AudioFile, _ byteCount: Int, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ packet: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ memory: UnsafeMutableRawPointer?
) throws {
    let wanted = Int(try ioNumPackets.checked().pointee)
    (ioNumBytes.pointee, ioNumPackets.pointee) = (0, 0)
    var buffer = try room(byteCount, in: file)
    let read = try file.readPackets(from: packet, count: wanted, into: &buffer)
    if read.byteCount > 0 { try copy(buffer, to: try memory.orThrow()) }
    if let descriptions {
        for (index, description) in read.descriptions.enumerated() {
            descriptions[index] = AudioStreamPacketDescription(description)
        }
    }
    ioNumBytes.pointee = UInt32(read.byteCount)
    ioNumPackets.pointee = UInt32(read.packetCount)
}

/// As many bytes as are asked for; not more than the file can have for it.
private func room(_ byteCount: Int, in file: AudioFile) throws -> KKPCM.AudioBuffer {
    guard case .number(let all) = try file.property(AudioFile.Property.audioDataByteCount) else {
        throw Status(kAudioFileUnspecifiedError)
    }
    return KKPCM.AudioBuffer(byteCapacity: min(byteCount, Int(clamping: all)))
}

private func copy(_ buffer: KKPCM.AudioBuffer, to memory: UnsafeMutableRawPointer) throws {
    let memory = try memory.checked()
    buffer.bytes.withUnsafeBytes {
        if let first = $0.baseAddress { memory.copyMemory(from: first, byteCount: min(buffer.byteCount, $0.count)) }
    }
}

@implementation @c public func AudioFileWriteBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    answer {
        let file = try HeldFile.of(inAudioFile).file
        let count = Int(try ioNumBytes.checked().pointee)
        ioNumBytes.pointee = 0
        try file.writeBytes(
            Array(UnsafeRawBufferPointer(start: try inBuffer.checked(), count: count)), at: inStartingByte)
        ioNumBytes.pointee = UInt32(count)
    }
}

@implementation @c public func AudioFileWritePackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    answer {
        let file = try HeldFile.of(inAudioFile).file
        let packetCount = Int(try ioNumPackets.checked().pointee)
        ioNumPackets.pointee = 0
        guard packetCount > 0 else { return }
        let bytes = UnsafeRawBufferPointer(start: try inBuffer.checked(), count: Int(inNumBytes))
        guard case .description(let format) = try file.property(AudioFile.Property.dataFormat) else { return }
        if format.bytesPerPacket > 0 {
            let byteCount = packetCount * Int(format.bytesPerPacket)
            guard byteCount <= bytes.count else { throw Status.parameter }
            try file.writePackets(Array(bytes.prefix(byteCount)), [], at: inStartingPacket)
        } else {
            let descriptions = try inPacketDescriptions.orThrow(kAudioFileInvalidPacketDependencyError)
            let packets = UnsafeBufferPointer(start: descriptions, count: packetCount).map { PacketDescription($0) }
            try file.writePackets(Array(bytes), packets, at: inStartingPacket)
        }
        ioNumPackets.pointee = UInt32(packetCount)
    }
}
