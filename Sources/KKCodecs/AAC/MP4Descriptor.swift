/// What an MPEG-4 elementary stream is, by its descriptors (`esds`): the kind of object, and the decoder's configuration.
///
/// Source: ISO/IEC 14496-1 §7.2.6.5 to §7.2.6.7, §8.3.3 (lengths of seven bits a byte).
package struct MP4Descriptor {
    /// 0x40 AAC, 0x69 and 0x6B MPEG audio, … (ISO/IEC 14496-1 table 5).
    package private(set) var objectType: UInt8?
    package private(set) var configuration: [UInt8] = []

    /// - Parameter bytes: the ES descriptor.
    package init(_ bytes: [UInt8]) {
        var place = 0
        // The descriptors that hold others are opened, and the others passed by.
        while place + 2 <= bytes.count {
            let tag = bytes[place]
            place += 1
            var length = 0
            for _ in 0..<4 {
                guard place < bytes.count else { return }
                let byte = bytes[place]
                place += 1
                length = length << 7 | Int(byte & 0x7F)
                if byte < 0x80 { break }
            }
            switch tag {
            case 3:
                guard place + 3 <= bytes.count else { return }
                let flags = bytes[place + 2]
                place += 3
                if flags & 0x80 != 0 { place += 2 }
                if flags & 0x40 != 0 { place += 1 + (place < bytes.count ? Int(bytes[place]) : 0) }
                if flags & 0x20 != 0 { place += 2 }
            case 4:
                guard place < bytes.count else { return }
                objectType = bytes[place]
                place += 13
            case 5:
                configuration = Array(bytes[min(place, bytes.count)..<min(place + length, bytes.count)])
                return
            default: place += length
            }
        }
    }
}
