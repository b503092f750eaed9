internal import KKAudio

/// A stream that a client has a pointer to.
final class HeldStream {
    private var opened: AudioFileStream?
    /// The client's functions are called inside a call that parses; closing it there would take it from under them.
    fileprivate var isParsing = false

    func stream() throws -> AudioFileStream { try opened.orThrow(kAudioFileStreamError_UnspecifiedError) }

    fileprivate func open(_ stream: AudioFileStream) { opened = stream }

    static func of(_ pointer: OpaquePointer?) throws -> HeldStream {
        try Open.streams.object(pointer).orThrow(kAudioFileStreamError_UnspecifiedError)
    }
}

@implementation @c public func AudioFileStreamOpen(
    _ inClientData: UnsafeMutableRawPointer?, _ inPropertyListenerProc: @escaping AudioFileStream_PropertyListenerProc,
    _ inPacketsProc: @escaping AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
    answer {
        try requireFunction(inPropertyListenerProc)
        try requireFunction(inPacketsProc)
        let out = try outAudioFileStream.checked()
        let held = HeldStream(), pointer = Handle.next()
        let stream = try AudioFileStream(
            typeHint: inFileTypeHint == 0 ? nil : FourCharCode(rawValue: inFileTypeHint),
            propertyListener: { _, property, flags in
                var cFlags = AudioFileStreamPropertyFlags(rawValue: flags.rawValue)
                inCallback {
                    inPropertyListenerProc(clientData(inClientData), pointer, property.code.rawValue, &cFlags)
                }
                flags = AudioFileStreamProperty.Flags(rawValue: cFlags.rawValue)
            },
            packets: { _, packets in give(packets, to: inPacketsProc, inClientData) })
        stream.givesWholePackets = true
        held.open(stream)
        out.pointee = Open.streams.add(held, as: pointer)
    }
}

private func give(
    _ packets: AudioFileStream.Packets, to proc: AudioFileStream_PacketsProc, _ data: UnsafeMutableRawPointer?
) {
    var descriptions = packets.descriptions.map { AudioStreamPacketDescription($0) }
    packets.bytes.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress else { return }
        descriptions.withUnsafeMutableBufferPointer { descriptions in
            inCallback {
                proc(
                    clientData(data), UInt32(clamping: bytes.count), UInt32(clamping: packets.packetCount), first,
                    descriptions.isEmpty ? nil : descriptions.baseAddress)
            }
        }
    }
}

@implementation @c public func AudioFileStreamParseBytes(
    _ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?,
    _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
    answer {
        let held = try HeldStream.of(inAudioFileStream)
        if inDataByteSize > 0, inData == nil { throw Status.parameter }
        if held.isParsing { throw Status(kAudioFileStreamError_IllegalOperation) }
        held.isParsing = true
        defer { held.isParsing = false }
        try held.stream().parse(
            Array(UnsafeRawBufferPointer(start: inData, count: Int(inDataByteSize))),
            discontinuity: inFlags.contains(.discontinuity))
    }
}

@implementation @c public func AudioFileStreamSeek(
    _ inAudioFileStream: AudioFileStreamID, _ inPacketOffset: Int64, _ outDataByteOffset: UnsafeMutablePointer<Int64>,
    _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>
) -> OSStatus {
    answer {
        let place = try HeldStream.of(inAudioFileStream).stream().seek(toPacket: inPacketOffset)
        try outDataByteOffset.checked().pointee = place.byteOffset
        try ioFlags.checked().pointee = place.isEstimated ? .offsetIsEstimated : []
    }
}

@implementation @c public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
    answer { _ = try Open.streams.remove(inAudioFileStream).orThrow(kAudioFileStreamError_UnspecifiedError) }
}
