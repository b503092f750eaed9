internal import KKAudio

@implementation @c public func AudioConverterNew(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    answer {
        let out = try outAudioConverter.checked()
        let converter = try KKConvert.AudioConverter(
            from: StreamDescription(try inSourceFormat.checked().pointee).completed,
            to: StreamDescription(try inDestinationFormat.checked().pointee).completed)
        out.pointee = Open.converters.add(HeldConverter(converter))
    }
}

@implementation @c public func AudioConverterNewSpecific(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inNumberClassDescriptions: UInt32,
    _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    answer {
        let out = try outAudioConverter.checked()
        let codecs = [
            AudioClassDescription.encoder(of: try inDestinationFormat.checked().pointee.mFormatID),
            .decoder(of: try inSourceFormat.checked().pointee.mFormatID),
        ].compactMap(\.self)
        let wanted = UnsafeBufferPointer(
            start: try inClassDescriptions.checked(), count: Int(inNumberClassDescriptions))
        // Between samples there is no codec to choose.
        guard codecs.isEmpty || wanted.contains(where: { codec in codecs.contains { $0.isSame(as: codec) } }) else {
            throw Status(kAudioConverterErr_FormatNotSupported)
        }
        let status = AudioConverterNew(inSourceFormat, inDestinationFormat, out)
        if status != noErr { throw Status(status) }
    }
}

@implementation @c public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    answer { _ = try Open.converters.remove(inAudioConverter).orThrow() }
}

@implementation @c public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    answer {
        let held = try HeldConverter.of(inAudioConverter)
        try held.requireIdle()
        held.converter.reset()
    }
}

@implementation @c public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataProc: @escaping AudioConverterComplexInputDataProc,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    answer {
        let held = try HeldConverter.of(inAudioConverter)
        try requireFunction(inInputDataProc)
        try held.fill(
            inInputDataProc, inInputDataProcUserData, inAudioConverter, try ioOutputDataPacketSize.checked(),
            try outOutputData.checked(), outPacketDescription)
    }
}

@implementation @c public func AudioConverterConvertComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32,
    _ inInputData: UnsafePointer<CCoreAudio.AudioBufferList>,
    _ outOutputData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
) -> OSStatus {
    answer {
        try HeldConverter.of(inAudioConverter).convert(
            Int(inNumberPCMFrames), try inInputData.checked(), try outOutputData.checked())
    }
}

@implementation @c public func AudioConverterConvertBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataSize: UInt32, _ inInputData: UnsafeRawPointer,
    _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let held = try HeldConverter.of(inAudioConverter)
        try held.requireIdle()
        let converter = held.converter
        let bytes = UnsafeRawBufferPointer(start: try inInputData.checked(), count: Int(inInputDataSize))
        let room = Int(try ioOutputDataSize.checked().pointee)
        ioOutputDataSize.pointee = 0
        // Before the sizes: more room would not help.
        try converter.checkOneShot()
        let needed = try converter.outputByteCount(forInput: bytes.count)
        guard needed <= room else { throw Status(kAudioConverterErr_InvalidOutputSize) }
        var output = KKPCM.AudioBuffer(
            channelCount: converter.outputDescription.channelCount, byteCapacity: needed)
        try converter.convertBuffer(
            KKPCM.AudioBuffer(channelCount: converter.inputDescription.channelCount, bytes: Array(bytes)), into: &output
        )
        var size = UInt32(room)
        try PropertyBytes(Array(output.bytes.prefix(output.byteCount))).copy(
            to: outOutputData, &size, tooSmall: kAudioConverterErr_InvalidOutputSize)
        ioOutputDataSize.pointee = size
    }
}
