internal import KKAudio

/// The properties of layouts, and of channels.
func layoutProperty(_ id: AudioFormatPropertyID, _ given: GivenBytes) throws -> PropertyBytes {
    switch id {
    case kAudioFormatProperty_ChannelLayoutForTag:
        return try AudioFormat.channelLayout(forTag: given.value(UInt32.self)).described
    case kAudioFormatProperty_ChannelLayoutForBitmap:
        let layout = ChannelLayout(bitmap: try given.value(UInt32.self))
        try AudioFormat.validate(layout)
        return layout.described
    case kAudioFormatProperty_TagForChannelLayout:
        return PropertyBytes(try AudioFormat.tag(for: given.layout()))
    case kAudioFormatProperty_BitmapForLayoutTag:
        let layout = try AudioFormat.channelLayout(forTag: given.value(UInt32.self))
        return PropertyBytes(try layout.bitmap.orThrow(kAudioFormatUnknownFormatError))
    case kAudioFormatProperty_TagsForNumberOfChannels:
        return PropertyBytes(ChannelLayout.tags(channelCount: Int(try given.value(UInt32.self))))
    case kAudioFormatProperty_ChannelLayoutName, kAudioFormatProperty_ChannelLayoutSimpleName:
        return PropertyBytes(object: NSString(string: try given.layout().name))
    case kAudioFormatProperty_ChannelName, kAudioFormatProperty_ChannelShortName:
        let label = ChannelLabel(rawValue: try given.value(AudioChannelDescription.self).mChannelLabel)
        return PropertyBytes(object: NSString(string: label.description))
    case kAudioFormatProperty_NumberOfChannelsForLayout:
        return PropertyBytes(UInt32(clamping: try given.layout().channelCount))
    case kAudioFormatProperty_ValidateChannelLayout:
        try AudioFormat.validate(given.layout())
        return PropertyBytes()
    case kAudioFormatProperty_AreChannelLayoutsEquivalent:
        let pair = try given.layouts()
        return PropertyBytes(pair.0 == pair.1 ? 1 : 0 as UInt32)
    case kAudioFormatProperty_MatrixMixMap:
        let pair = try given.layouts()
        let matrix = try AudioFormat.matrixMixMap(from: pair.0, to: pair.1)
        return PropertyBytes(
            (0..<matrix.inputCount).flatMap { input in
                (0..<matrix.outputCount).map { matrix[output: $0, input: input] }
            })
    case kAudioFormatProperty_ChannelMap:
        let pair = try given.layouts()
        return PropertyBytes(try AudioFormat.channelMap(from: pair.0, to: pair.1).map { Int32(clamping: $0) })
    case kAudioFormatProperty_PanningMatrix:
        let asked = try given.value(AudioPanningInfo.self)
        guard asked.mPanningMode == .panningMode_VectorBasedPanning else {
            throw Status(kAudioFormatUnknownFormatError)
        }
        return PropertyBytes(
            try AudioFormat.panningMatrix(
                azimuth: asked.azimuth, to: given.layout(asked.mOutputChannelMap, .max), gain: asked.mGainScale))
    case kAudioFormatProperty_BalanceFade:
        let asked = try given.value(AudioBalanceFade.self)
        let type = AudioFormat.BalanceFadeType(rawValue: asked.mType.rawValue)
        return PropertyBytes(
            try AudioFormat.balanceFade(
                of: given.layout(asked.mChannelLayout, .max), leftRight: asked.mLeftRightBalance,
                frontBack: asked.mFrontBackFade, type: type.orThrow(kAudioFormatUnknownFormatError)))
    default: throw Status(kAudioFormatUnsupportedPropertyError)
    }
}

extension AudioPanningInfo {
    /// In degrees to the right. How high and how far it is does not count.
    fileprivate var azimuth: Double {
        let x = Double(mCoordinates.0), y = Double(mCoordinates.1)
        guard mCoordinateFlags.contains(.rectangularCoordinates) else { return x }
        // The angle of a cosine, by halves: there is no function for it that has the same bits everywhere.
        let cosine = y / (x * x + y * y).squareRoot()
        var low = 0.0, high = 180.0
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if PortableMath.cos(middle / 180 * Double.pi) > cosine { low = middle } else { high = middle }
        }
        return x < 0 ? -high : high
    }
}

extension GivenBytes {
    fileprivate func layout() throws -> ChannelLayout { try layout(memory, count) }

    /// The layouts that two pointers name.
    fileprivate func layouts() throws -> (ChannelLayout, ChannelLayout) {
        let pointers = try values(UnsafeRawPointer?.self)
        guard pointers.count == 2 else { throw Status(wrongSize) }
        return (try layout(pointers[0], .max), try layout(pointers[1], .max))
    }

    fileprivate func layout(_ memory: UnsafeRawPointer?, _ size: Int) throws -> ChannelLayout {
        try ChannelLayout(
            memory.orThrow(), byteCount: size, wrongSize: wrongSize, unknown: kAudioFormatUnknownFormatError)
    }
}
