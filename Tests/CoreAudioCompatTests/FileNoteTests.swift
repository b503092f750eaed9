import CoreAudioCompat
import Foundation
import KKTestSupport
import Testing

/// What is said about audio in a file, and about kinds of files.
@Suite struct FileNoteTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func url(_ name: String) -> NSURL { NSURL(fileURLWithPath: "\(folder.root)/\(name)") }

    private func name(_ text: String) -> Unmanaged<CFString> {
        .passRetained(NSString(string: text))
    }

    private func text(_ name: Unmanaged<CFString>?) -> String? {
        name.map { $0.takeRetainedValue() as String }
    }

    private func marker(_ frame: Double, _ text: String, _ id: Int32, type: UInt32 = 0) -> CCoreAudio.AudioFileMarker {
        var marker = CCoreAudio.AudioFileMarker()
        (marker.mFramePosition, marker.mMarkerID, marker.mName, marker.mType) = (frame, id, name(text), type)
        (marker.mSMPTETime.mHours, marker.mSMPTETime.mSubFrameSampleOffset, marker.mChannel) = (3, 17, 1)
        return marker
    }

    /// A file of a second in CAF, and what `body` sets in it.
    private func write(_ body: (AudioFileID) -> Void) throws -> AudioFileID {
        var file: AudioFileID?, format = pcm16(channels: 1), packets: UInt32 = 44100
        #expect(AudioFileCreateWithURL(url("a.caf"), kAudioFileCAFType, &format, .eraseFile, &file) == noErr)
        let samples = [Int16](repeating: 1, count: 44100)
        #expect(AudioFileWritePackets(file!, false, 88200, nil, 0, &packets, samples) == noErr)
        body(file!)
        #expect(AudioFileClose(file!) == noErr)
        #expect(AudioFileOpenURL(url("a.caf"), .readPermission, 0, &file) == noErr)
        return try #require(file)
    }

    @Test func `markers are set and read, with their names`() throws {
        let size = NumAudioFileMarkersToNumBytes(2)
        #expect(size == 88 && NumBytesToNumAudioFileMarkers(size + 39) == 2)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { memory.deallocate() }
        memory.storeBytes(of: kCAF_SMPTE_TimeType25, as: UInt32.self)
        memory.storeBytes(of: 2, toByteOffset: 4, as: UInt32.self)
        let markers = (memory + 8).assumingMemoryBound(to: CCoreAudio.AudioFileMarker.self)
        markers.initialize(to: marker(100, "one", 1))
        (markers + 1).initialize(to: marker(4000.5, "two", 2, type: kCAFMarkerType_Index))
        let id = kAudioFilePropertyMarkerList
        let file = try write { file in
            #expect(AudioFileSetProperty(file, id, UInt32(size), memory) == noErr)
            // Fewer bytes than markers.
            #expect(AudioFileSetProperty(file, id, UInt32(size - 1), memory) == kAudioFileBadPropertySizeError)
            #expect(AudioFileSetProperty(file, id, 6, memory) == kAudioFileBadPropertySizeError)
        }
        var found: UInt32 = 0
        #expect(AudioFileGetPropertyInfo(file, id, &found, nil) == noErr && Int(found) == size)
        memset(memory, 0, size)
        #expect(AudioFileGetProperty(file, id, &found, memory) == noErr)
        #expect(memory.load(as: UInt32.self) == kCAF_SMPTE_TimeType25)
        #expect(markers[0].mFramePosition == 100 && markers[1].mFramePosition == 4000.5)
        #expect(text(markers[0].mName) == "one" && text(markers[1].mName) == "two")
        #expect(markers[1].mType == kCAFMarkerType_Index && markers[1].mMarkerID == 2 && markers[1].mChannel == 1)
        #expect(markers[1].mSMPTETime.mHours == 3 && markers[1].mSMPTETime.mSubFrameSampleOffset == 17)
        #expect(AudioFileClose(file) == noErr)
    }

    @Test func `regions are set and read, each behind the markers of the one before`() throws {
        // Two regions of two markers and of one.
        let size = 8 + 24 + 2 * 40 + 24 + 40
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { memory.deallocate() }
        memset(memory, 0, size)
        memory.storeBytes(of: 2, toByteOffset: 4, as: UInt32.self)
        var region = (memory + 8).assumingMemoryBound(to: CCoreAudio.AudioFileRegion.self)
        for (id, title, places) in [(7, "verse", [1000.0, 9000]), (8, "end", [40000])] as [(UInt32, String, [Double])] {
            (region.pointee.mRegionID, region.pointee.mName) = (id, name(title))
            (region.pointee.mFlags, region.pointee.mNumberMarkers) = (
                [.loopEnable, .playForward], UInt32(places.count)
            )
            let markers = UnsafeMutableRawPointer(region) + 24
            for (index, place) in places.enumerated() {
                (markers + 40 * index).storeBytes(
                    of: marker(place, "", 0, type: index == 0 ? kCAFMarkerType_RegionStart : kCAFMarkerType_RegionEnd),
                    as: CCoreAudio.AudioFileMarker.self)
            }
            region = NextAudioFileRegion(region)
        }
        #expect(UnsafeMutableRawPointer(region) - memory == size)
        let id = kAudioFilePropertyRegionList
        let file = try write { file in
            #expect(AudioFileSetProperty(file, id, UInt32(size), memory) == noErr)
            #expect(AudioFileSetProperty(file, id, UInt32(size - 40), memory) == kAudioFileBadPropertySizeError)
        }
        var found: UInt32 = 0
        #expect(AudioFileGetPropertyInfo(file, id, &found, nil) == noErr && Int(found) == size)
        memset(memory, 0, size)
        #expect(AudioFileGetProperty(file, id, &found, memory) == noErr)
        let first = (memory + 8).assumingMemoryBound(to: CCoreAudio.AudioFileRegion.self)
        #expect(
            first.pointee.mRegionID == 7 && first.pointee.mNumberMarkers == 2 && text(first.pointee.mName) == "verse")
        #expect(first.pointee.mFlags == [.loopEnable, .playForward])
        let last = NextAudioFileRegion(first)
        #expect(last.pointee.mRegionID == 8 && text(last.pointee.mName) == "end")
        #expect(
            last.pointee.mMarkers.mFramePosition == 40000 && last.pointee.mMarkers.mType == kCAFMarkerType_RegionStart)
        #expect(AudioFileClose(file) == noErr)
    }

    @Test func `a dictionary of texts is set and read`() throws {
        let texts: NSDictionary = [kAFInfoDictionary_Title: "Tone", kAFInfoDictionary_Tempo: NSNumber(value: 120)]
        var object = UInt(bitPattern: Unmanaged.passUnretained(texts).toOpaque()), size: UInt32 = 8
        let id = kAudioFilePropertyInfoDictionary
        let file = try write { file in
            #expect(AudioFileSetProperty(file, id, size, &object) == noErr)
            #expect(AudioFileSetProperty(file, id, 4, &object) == kAudioFileBadPropertySizeError)
            var none: UInt = 0
            #expect(AudioFileSetProperty(file, id, size, &none) == kAudio_ParamError)
        }
        withExtendedLifetime(texts) {}
        #expect(AudioFileGetProperty(file, id, &size, &object) == noErr)
        let found = Unmanaged<NSDictionary>.fromOpaque(UnsafeRawPointer(bitPattern: object)!).takeRetainedValue()
        #expect(found["title"] as? String == "Tone" && found["tempo"] as? String == "120")
        #expect(AudioFileClose(file) == noErr)
    }

    @Test func `every file has a dictionary, with its duration`() throws {
        try folder.write(WaveFile.pcm16((0..<22050).map { [Int16(truncatingIfNeeded: $0)] }), to: "b.wav")
        var file: AudioFileID?, size: UInt32 = 0, object: UInt = 0
        #expect(AudioFileOpenURL(url("b.wav"), .readPermission, 0, &file) == noErr)
        #expect(AudioFileGetPropertyInfo(file!, kAudioFilePropertyInfoDictionary, &size, nil) == noErr && size == 8)
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyInfoDictionary, &size, &object) == noErr)
        let found = Unmanaged<NSDictionary>.fromOpaque(UnsafeRawPointer(bitPattern: object)!).takeRetainedValue()
        #expect(found as? [String: String] == [kAFInfoDictionary_ApproximateDurationInSeconds: "0.500"])
        #expect(AudioFileClose(file!) == noErr)
    }

    static let kinds = [
        (kAudioFileCAFType, "caf", "info", "data"), (kAudioFileWAVEType, "wav", "LIST", "data"),
        (kAudioFileAIFFType, "aif", "NAME", "SSND"),
    ]

    /// What came after the sound when it was set is before it, in a new file and in one that was opened; sound and notes
    /// are what they were, and a second time changes nothing.
    @Test(arguments: kinds) func `a file that is optimized has everything before its sound`(
        type: AudioFileTypeID, ending: String, note: String, sound: String
    ) throws {
        var file: AudioFileID?, format = pcm16(channels: 1), packets: UInt32 = 1000, size: UInt32 = 8, object: UInt = 0
        if type == kAudioFileAIFFType { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
        let path = "a.\(ending)", samples = (0..<1000).map { Int16($0 * 7) }
        func isOptimized() -> UInt32 {
            var value: UInt32 = 7, size: UInt32 = 4
            #expect(AudioFileGetProperty(file!, kAudioFilePropertyIsOptimized, &size, &value) == noErr)
            return value
        }
        let texts: NSDictionary = [kAFInfoDictionary_Title: "Tone"]
        for name in [path, "new"] {
            #expect(AudioFileCreateWithURL(url(name), type, &format, .eraseFile, &file) == noErr)
            #expect(AudioFileWritePackets(file!, false, 2000, nil, 0, &packets, samples) == noErr && packets == 1000)
            object = UInt(bitPattern: Unmanaged.passUnretained(texts).toOpaque())
            #expect(AudioFileSetProperty(file!, kAudioFilePropertyInfoDictionary, 8, &object) == noErr)
            if name == "new" { #expect(AudioFileOptimize(file!) == noErr && isOptimized() == 1) }
            #expect(AudioFileClose(file!) == noErr)
        }
        withExtendedLifetime(texts) {}
        let before = try #require(folder.bytes(path))

        #expect(AudioFileOpenURL(url(path), .readPermission, 0, &file) == noErr)
        #expect(isOptimized() == 0 && AudioFileOptimize(file!) == kAudioFilePermissionsError)
        #expect(AudioFileClose(file!) == noErr)
        #expect(folder.bytes(path) == before)
        let after = try (0..<2).map { _ in
            #expect(AudioFileOpenURL(url(path), .readWritePermission, 0, &file) == noErr)
            #expect(AudioFileOptimize(file!) == noErr && isOptimized() == 1 && AudioFileClose(file!) == noErr)
            return try #require(folder.bytes(path))
        }
        func place(_ chunk: String, _ bytes: [UInt8]) throws -> Int {
            try #require(bytes.indices.first { bytes[$0...].starts(with: chunk.utf8) })
        }
        #expect(try place(note, before) > place(sound, before) && place(note, after[0]) < place(sound, after[0]))
        #expect(after[0].count == before.count && after[1] == after[0] && folder.bytes("new") == after[0])

        #expect(AudioFileOpenURL(url(path), .readPermission, 0, &file) == noErr && isOptimized() == 1)
        var heard = [Int16](repeating: 0, count: 1001), bytes: UInt32 = 2002
        #expect(AudioFileReadBytes(file!, false, 0, &bytes, &heard) == kAudioFileEndOfFileError && bytes == 2000)
        #expect(heard.dropLast() == samples[...])
        #expect(AudioFileGetProperty(file!, kAudioFilePropertyInfoDictionary, &size, &object) == noErr)
        let found = Unmanaged<NSDictionary>.fromOpaque(UnsafeRawPointer(bitPattern: object)!).takeRetainedValue()
        #expect(found["title"] as? String == "Tone")
        #expect(AudioFileClose(file!) == noErr)
    }

    @Test func `a kind of file that is not known is a type that is not supported`() throws {
        let start: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, 0, 0]
        try folder.write(start + [UInt8](repeating: 0, count: 100), to: "c.zip")
        var file: AudioFileID?, extended: ExtAudioFileRef?
        #expect(AudioFileOpenURL(url("c.zip"), .readPermission, 0, &file) == kAudioFileUnsupportedFileTypeError)
        #expect(ExtAudioFileOpenURL(url("c.zip"), &extended) == kAudioFileUnsupportedFileTypeError)
    }

    private func descriptions(_ type: AudioFileTypeID, _ format: AudioFormatID) -> [String] {
        var asked = AudioFileTypeAndFormatID(mFileType: type, mFormatID: format), size: UInt32 = 0
        let id = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
        let status = AudioFileGetGlobalInfoSize(id, 8, &asked, &size)
        if status != noErr { return ["\(status)"] }
        var found = [AudioStreamBasicDescription](repeating: AudioStreamBasicDescription(), count: Int(size) / 40)
        #expect(AudioFileGetGlobalInfo(id, 8, &asked, &size, &found) == noErr && Int(size) == 40 * found.count)
        #expect(found.allSatisfy { $0.mFormatID == format && $0.mSampleRate == 0 && $0.mChannelsPerFrame == 0 })
        return found.map { "\($0.mFormatFlags)/\($0.mBitsPerChannel)" }
    }

    @Test func `a kind of file tells what it can hold of a format`() throws {
        let pcm = kAudioFormatLinearPCM
        #expect(descriptions(kAudioFileAIFFType, pcm) == ["14/8", "14/16", "14/24", "14/32"])
        #expect(descriptions(kAudioFileWAVEType, pcm) == ["8/8", "12/16", "12/24", "12/32", "9/32", "9/64"])
        #expect(
            descriptions(kAudioFileCAFType, pcm) == [
                "14/8", "14/16", "14/24", "14/32", "11/32", "11/64", "12/16", "12/24", "12/32", "9/32", "9/64",
            ])
        #expect(descriptions(kAudioFileCAFType, kAudioFormatAppleLossless) == ["0/0"])
        #expect(descriptions(kAudioFileMP3Type, pcm) == ["\(kAudioFileUnsupportedDataFormatError)"])
        #expect(descriptions(0, pcm) == ["\(kAudioFileUnsupportedFileTypeError)"])
        var few = [AudioStreamBasicDescription](repeating: AudioStreamBasicDescription(), count: 2), size: UInt32 = 80
        var asked = AudioFileTypeAndFormatID(mFileType: kAudioFileCAFType, mFormatID: pcm)
        let id = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
        #expect(AudioFileGetGlobalInfo(id, 8, &asked, &size, &few) == noErr && size == 80)
        #expect(few[1].mBitsPerChannel == 16)
        #expect(AudioFileGetGlobalInfoSize(id, 4, &asked, &size) == kAudioFileBadPropertySizeError)
    }
}
