internal import KKAudio

extension AudioClassDescription {
    /// The encoder of a format here; `nil` of samples, and where there is none.
    static func encoder(of id: AudioFormatID) -> AudioClassDescription? {
        codec(kAudioEncoderComponentType, id, AudioFormat.encodeFormatIDs)
    }

    /// The decoder, likewise.
    static func decoder(of id: AudioFormatID) -> AudioClassDescription? {
        codec(kAudioDecoderComponentType, id, AudioFormat.decodeFormatIDs)
    }

    private static func codec(
        _ type: OSType, _ id: AudioFormatID, _ known: [FourCharCode]
    ) -> AudioClassDescription? {
        guard id != kAudioFormatLinearPCM, known.contains(FourCharCode(rawValue: id)) else { return nil }
        return AudioClassDescription(
            mType: type, mSubType: id, mManufacturer: kAppleSoftwareAudioCodecManufacturer)
    }

    func isSame(as other: AudioClassDescription) -> Bool {
        mType == other.mType && mSubType == other.mSubType && mManufacturer == other.mManufacturer
    }
}
