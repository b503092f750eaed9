import CoreAudioCompat
import Foundation
import Testing

@Suite struct AudioFormatTests {
    private func numbers(_ id: AudioFormatPropertyID) -> [UInt32] {
        var size: UInt32 = 0
        #expect(AudioFormatGetPropertyInfo(id, 0, nil, &size) == noErr)
        var numbers = [UInt32](repeating: 0, count: Int(size) / 4)
        #expect(AudioFormatGetProperty(id, 0, nil, &size, &numbers) == noErr)
        return numbers
    }

    /// Asks with a structure for a number.
    private func number<Specifier: BitwiseCopyable>(
        _ id: AudioFormatPropertyID, _ specifier: Specifier
    ) -> (OSStatus, UInt32) {
        var specifier = specifier, size: UInt32 = 4, value: UInt32 = 77
        let status = AudioFormatGetProperty(id, UInt32(MemoryLayout<Specifier>.size), &specifier, &size, &value)
        return (status, value)
    }

    private func description(_ id: AudioFormatID) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: id, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
            mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
    }

    private func layout(_ tag: AudioChannelLayoutTag) -> AudioChannelLayout {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = tag
        return layout
    }

    private let vorbis: AudioFormatID = 0x766F_7262

    /// What comes of a converter between samples and a format, one way and the other.
    private func made(_ id: AudioFormatID, decodes: Bool) -> OSStatus {
        var samples = pcm16(channels: 1), packets = description(id), converter: AudioConverterRef?
        // AMR has one channel and one rate, Opus one rate.
        let rates: [AudioFormatID: Double] = [
            kAudioFormatAMR: 8000, kAudioFormatAMR_WB: 16000, kAudioFormatOpus: 48000,
        ]
        packets.mSampleRate = rates[id] ?? 44100
        packets.mChannelsPerFrame = 1
        if [kAudioFormatULaw, kAudioFormatALaw].contains(id) {
            (packets.mBytesPerPacket, packets.mBytesPerFrame, packets.mFramesPerPacket) = (1, 1, 1)
            packets.mBitsPerChannel = 8
        }
        samples.mSampleRate = packets.mSampleRate
        let status =
            decodes
            ? AudioConverterNew(&packets, &samples, &converter) : AudioConverterNew(&samples, &packets, &converter)
        if let converter { #expect(AudioConverterDispose(converter) == noErr) }
        return status
    }

    @Test func `what is encoded and decoded is listed, and has a converter`() {
        let coded = [kAudioFormatULaw, kAudioFormatALaw]
        let lossless = [kAudioFormatFLAC, kAudioFormatAppleLossless, kAudioFormatAppleIMA4]
        let encoded =
            coded + lossless
            + [kAudioFormatMPEGLayer3, kAudioFormatOpus, vorbis, kAudioFormatMPEG4AAC, kAudioFormatAC3]
        let decoded =
            encoded + [kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatEnhancedAC3]
            + [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatAMR, kAudioFormatAMR_WB]
        #expect(
            Set(numbers(kAudioFormatProperty_EncodeFormatIDs)) == Set(encoded + [kAudioFormatLinearPCM]))
        #expect(
            Set(numbers(kAudioFormatProperty_DecodeFormatIDs)) == Set(decoded + [kAudioFormatLinearPCM]))
        for id in decoded {
            #expect(made(id, decodes: true) == noErr, "from \(String(id, radix: 16))")
            let answer = encoded.contains(id) ? noErr : kAudioConverterErr_FormatNotSupported
            #expect(made(id, decodes: false) == answer, "to \(String(id, radix: 16))")
        }
        for id in [kAudioFormatQDesign, kAudioFormatMACE3, 0x6473_6420] {
            #expect(made(id, decodes: true) == kAudioConverterErr_FormatNotSupported)
        }
    }

    /// The ranges that a property has for a format.
    private func ranges(_ id: AudioFormatPropertyID, _ format: AudioFormatID) -> [[Double]]? {
        var format = format, size: UInt32 = 0
        guard AudioFormatGetPropertyInfo(id, 4, &format, &size) == noErr else { return nil }
        var ranges = [AudioValueRange](repeating: AudioValueRange(), count: Int(size) / 16)
        guard AudioFormatGetProperty(id, 4, &format, &size, &ranges) == noErr else { return nil }
        return ranges.map { [$0.mMinimum, $0.mMaximum] }
    }

    @Test func `encoders tell their rates and numbers of channels`() {
        let (sampleRates, bitRates) = (
            kAudioFormatProperty_AvailableEncodeSampleRates, kAudioFormatProperty_AvailableEncodeBitRates
        )
        // MPEG-2.5, MPEG-2 and MPEG-1 of layer III: ISO/IEC 11172-3, 2.4.2.3, and 13818-3.
        #expect(
            ranges(sampleRates, kAudioFormatMPEGLayer3)?.map { $0[0] }
                == [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000])
        #expect(
            ranges(bitRates, kAudioFormatMPEGLayer3)?.map { $0[1] / 1000 }
                == [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320])
        #expect(ranges(sampleRates, kAudioFormatOpus) == [[48000, 48000]])
        #expect(ranges(bitRates, kAudioFormatOpus) == [[6000, 2_048_000]])
        #expect(ranges(sampleRates, kAudioFormatFLAC) == [[1, 655_350]] && ranges(bitRates, kAudioFormatFLAC) == [])
        #expect(ranges(sampleRates, kAudioFormatLinearPCM) == [] && ranges(bitRates, kAudioFormatMPEGLayer2) == nil)
        var mp3 = description(kAudioFormatMPEGLayer3), size: UInt32 = 8, counts: [UInt32] = [0, 0]
        let channels = kAudioFormatProperty_AvailableEncodeNumberChannels
        #expect(AudioFormatGetProperty(channels, 40, &mp3, &size, &counts) == noErr && counts == [1, 2])
        #expect(
            number(sampleRates, kAudioFormatMPEGLayer2) == (kAudioFormatUnsupportedDataFormatError, 77))
    }

    @Test func `packets that differ in their bytes are externally framed`() {
        for id in [kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed] {
            #expect(number(id, description(kAudioFormatMPEG4AAC)) == (noErr, 1))
            #expect(number(id, description(kAudioFormatAppleIMA4)) == (noErr, 0))
            #expect(number(id, description(1)) == (kAudioFormatUnsupportedDataFormatError, 77))
            #expect(number(id, UInt32(0)) == (kAudioFormatBadSpecifierSizeError, 77))
        }
    }

    @Test func `a magic cookie fills a description, and makes a list of one format`() {
        var cookie: [UInt8] = [0, 0, 2, 0, 0, 16, 40, 10, 14, 1, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xBB, 0x80]
        var format = description(kAudioFormatAppleLossless), size: UInt32 = 40
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 24, &cookie, &size, &format) == noErr)
        #expect(format.mFramesPerPacket == 512 && format.mSampleRate == 48000 && format.mChannelsPerFrame == 1)
        cookie.withUnsafeBytes { bytes in
            var info = AudioFormatInfo(
                mASBD: description(kAudioFormatAppleLossless), mMagicCookie: bytes.baseAddress, mMagicCookieSize: 24)
            let infoSize = UInt32(MemoryLayout<AudioFormatInfo>.size)
            #expect(AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatList, infoSize, &info, &size) == noErr)
            var items = [AudioFormatListItem](repeating: AudioFormatListItem(), count: 2)
            #expect(Int(size) == MemoryLayout<AudioFormatListItem>.stride)
            #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatList, infoSize, &info, &size, &items) == noErr)
            #expect(items[0].mASBD.mSampleRate == 48000 && items[0].mChannelLayoutTag == kAudioChannelLayoutTag_Mono)
            items[1] = items[0]
            items[0].mASBD.mFormatID = kAudioFormatiLBC
            var index: UInt32 = 7, four: UInt32 = 4
            let listSize = UInt32(2 * MemoryLayout<AudioFormatListItem>.stride)
            #expect(
                AudioFormatGetProperty(
                    kAudioFormatProperty_FirstPlayableFormatFromList, listSize, &items, &four, &index) == noErr)
            #expect(index == 1)
        }
    }

    @Test func `layouts have tags, bitmaps and channels in common`() {
        #expect(
            number(kAudioFormatProperty_TagForChannelLayout, layout(kAudioChannelLayoutTag_AudioUnit_5_1))
                == (noErr, kAudioChannelLayoutTag_MPEG_5_1_A))
        #expect(number(kAudioFormatProperty_BitmapForLayoutTag, kAudioChannelLayoutTag_MPEG_5_1_A) == (noErr, 0x3F))
        #expect(
            number(kAudioFormatProperty_BitmapForLayoutTag, kAudioChannelLayoutTag_MPEG_5_1_D)
                == (kAudioFormatUnknownFormatError, 77))
        var count: UInt32 = 2, size: UInt32 = 0
        #expect(
            AudioFormatGetPropertyInfo(kAudioFormatProperty_TagsForNumberOfChannels, 4, &count, &size) == noErr)
        #expect(size == 28)
        var bitmap: UInt32 = 0x3F, bytes = [UInt32](repeating: 0, count: 64)
        size = 256
        #expect(AudioFormatGetProperty(kAudioFormatProperty_ChannelLayoutForBitmap, 4, &bitmap, &size, &bytes) == noErr)
        #expect(bytes[2] == 6 && bytes[3] == 1 && bytes[3 + 5 * 3] == 4)

        var wave = layout(kAudioChannelLayoutTag_MPEG_5_1_A), aac = layout(kAudioChannelLayoutTag_AAC_5_1)
        withUnsafePointer(to: &wave) { wave in
            withUnsafePointer(to: &aac) { aac in
                var pair = [UnsafeRawPointer(aac), UnsafeRawPointer(wave)], map = [Int32](repeating: 9, count: 6)
                size = 24
                #expect(AudioFormatGetProperty(kAudioFormatProperty_ChannelMap, 16, &pair, &size, &map) == noErr)
                #expect(map == [1, 2, 0, 5, 3, 4])
                var isSame: UInt32 = 7
                size = 4
                let same = kAudioFormatProperty_AreChannelLayoutsEquivalent
                #expect(AudioFormatGetProperty(same, 16, &pair, &size, &isSame) == noErr && isSame == 0)
                pair[0] = UnsafeRawPointer(wave)
                #expect(AudioFormatGetProperty(same, 16, &pair, &size, &isSame) == noErr && isSame == 1)
                #expect(AudioFormatGetProperty(same, 8, &pair, &size, &isSame) == kAudioFormatBadSpecifierSizeError)
            }
        }
    }

    @Test func `a layout is validated without a value`() {
        let id = kAudioFormatProperty_ValidateChannelLayout
        var good = layout(kAudioChannelLayoutTag_Stereo)
        #expect(AudioFormatGetProperty(id, 32, &good, nil, nil) == noErr)
        var twice: [UInt32] = [0, 0, 2] + [1, 0, 0, 0, 0] + [1, 0, 0, 0, 0]
        #expect(AudioFormatGetProperty(id, 52, &twice, nil, nil) == kAudioFormatUnknownFormatError)
        #expect(AudioFormatGetProperty(id, 4, &good, nil, nil) == kAudioFormatBadSpecifierSizeError)
    }

    @Test func `gains follow from a place, and from a balance`() {
        var stereo = layout(kAudioChannelLayoutTag_Stereo), gains: [Float] = [9, 9], size: UInt32 = 0
        withUnsafePointer(to: &stereo) { stereo in
            var asked = AudioPanningInfo(
                mPanningMode: .panningMode_VectorBasedPanning, mCoordinateFlags: .sphericalCoordinates,
                mCoordinates: (30, 0, 1), mGainScale: 0.5, mOutputChannelMap: stereo)
            let length = UInt32(MemoryLayout<AudioPanningInfo>.size), id = kAudioFormatProperty_PanningMatrix
            #expect(AudioFormatGetPropertyInfo(id, length, &asked, &size) == noErr && size == 8)
            #expect(AudioFormatGetProperty(id, length, &asked, &size, &gains) == noErr)
            #expect(abs(gains[0]) < 1e-6 && abs(gains[1] - 0.5) < 1e-6)
            // The same place, in the room: half to the right of what it is to the front, and more.
            (asked.mCoordinateFlags, asked.mCoordinates) = (.rectangularCoordinates, (1, Float(3).squareRoot(), 0))
            #expect(AudioFormatGetProperty(id, length, &asked, &size, &gains) == noErr)
            #expect(abs(gains[0]) < 1e-6 && abs(gains[1] - 0.5) < 1e-6)
            asked.mPanningMode = .panningMode_SoundField
            #expect(
                AudioFormatGetProperty(id, length, &asked, &size, &gains) == kAudioFormatUnknownFormatError)
            var balance = AudioBalanceFade(
                mLeftRightBalance: -0.5, mFrontBackFade: 0, mType: .maxUnityGain, mChannelLayout: stereo)
            let bytes = UInt32(MemoryLayout<AudioBalanceFade>.size)
            #expect(AudioFormatGetProperty(kAudioFormatProperty_BalanceFade, bytes, &balance, &size, &gains) == noErr)
            #expect(gains == [1, 0.5])
            #expect(
                AudioFormatGetProperty(kAudioFormatProperty_BalanceFade, 4, &balance, &size, &gains)
                    == kAudioFormatBadSpecifierSizeError)
        }
    }
}
