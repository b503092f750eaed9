package import KKAudio

extension AudioStreamBasicDescription {
    /// KKAudio's description, field by field.
    package init(_ description: StreamDescription) {
        self.init(
            mSampleRate: description.sampleRate, mFormatID: description.formatID.rawValue,
            mFormatFlags: description.formatFlags.rawValue, mBytesPerPacket: description.bytesPerPacket,
            mFramesPerPacket: description.framesPerPacket, mBytesPerFrame: description.bytesPerFrame,
            mChannelsPerFrame: description.channelsPerFrame, mBitsPerChannel: description.bitsPerChannel, mReserved: 0)
    }
}

extension StreamDescription {
    /// The C structure, field by field; nothing is checked.
    package init(_ description: AudioStreamBasicDescription) {
        self.init(
            sampleRate: description.mSampleRate, formatID: FourCharCode(rawValue: description.mFormatID),
            formatFlags: FormatFlags(rawValue: description.mFormatFlags), bytesPerPacket: description.mBytesPerPacket,
            framesPerPacket: description.mFramesPerPacket, bytesPerFrame: description.mBytesPerFrame,
            channelsPerFrame: description.mChannelsPerFrame, bitsPerChannel: description.mBitsPerChannel)
    }
}

extension AudioStreamPacketDescription {
    package init(_ packet: PacketDescription) {
        self.init(
            mStartOffset: packet.startOffset, mVariableFramesInPacket: UInt32(clamping: packet.variableFrames),
            mDataByteSize: UInt32(clamping: packet.byteCount))
    }
}

extension PacketDescription {
    package init(_ packet: AudioStreamPacketDescription) {
        self.init(
            startOffset: packet.mStartOffset, variableFrames: Int(packet.mVariableFramesInPacket),
            byteCount: Int(packet.mDataByteSize))
    }
}

extension AudioFormatListItem {
    /// A format with the tag of a file's layout, or of the usual one for one or two channels.
    init(_ description: StreamDescription, _ layout: ChannelLayout?) {
        let count = Int(description.channelsPerFrame)
        let known = layout?.channelCount == count ? layout : (1...2).contains(count) ? .standard(count) : nil
        self.init(
            mASBD: AudioStreamBasicDescription(description),
            mChannelLayoutTag: known?.tag ?? kAudioChannelLayoutTag_Unknown | description.channelsPerFrame)
    }
}
