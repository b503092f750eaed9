internal import KKPCM

/// The chunk `bext` of a broadcast WAVE file as texts, so that every container with room for texts carries it, under the
/// names that FFmpeg gives them.
///
/// Source: EBU Tech 3285 version 2, section 2.3.
enum BroadcastExtension {
    /// With a history of any length that is kept.
    static let limit = byteCount + 8192
    private static let byteCount = 602

    private static let fields: [(key: String, place: Range<Int>)] = [
        ("description", 0..<256), ("originator", 256..<288), ("originator reference", 288..<320),
        ("origination date", 320..<330), ("origination time", 330..<338),
    ]
    static let timeReference = "time reference"
    private static let umid = "umid", history = "coding history"
    /// In hundredths of LUFS, LU and dBTP.
    static let loudness = [
        "loudness value", "loudness range", "maximum true peak level", "maximum momentary loudness",
        "maximum short-term loudness",
    ]
    private static let noLoudness: Int16 = 0x7FFF

    static let keys = fields.map(\.key) + [timeReference, umid, history] + loudness

    static func texts(_ chunk: Fields) -> [FileProperties.Tag] {
        var texts: [FileProperties.Tag] = []
        func add(_ key: String, _ text: String) {
            if !text.isEmpty { texts.append(FileProperties.Tag(key: key, value: text)) }
        }
        for (key, place) in fields { add(key, chunk.text(place)) }
        if let time = chunk.uint64(338), time > 0 { add(timeReference, String(time)) }
        let version = chunk.uint16(346) ?? 0
        if version > 0, chunk.count >= 412, chunk.bytes[348..<412].contains(where: { $0 != 0 }) {
            add(umid, chunk.bytes[348..<412].hexadecimalText)
        }
        if version > 1 {
            for (index, key) in loudness.enumerated() {
                guard let bits = chunk.uint16(412 + 2 * index) else { break }
                let number = Int16(bitPattern: bits)
                if number != noLoudness { add(key, hundredths(Int(number))) }
            }
        }
        if chunk.count > byteCount { add(history, chunk.text(byteCount..<chunk.count)) }
        return texts
    }

    /// The chunk that says some texts; `nil` if none of them is its own.
    static func chunk(_ texts: [FileProperties.Tag]) -> StoredChunk? {
        guard texts.contains(where: { keys.contains($0.key) }) else { return nil }
        func text(_ key: String) -> String { texts.first { $0.key == key }?.value ?? "" }
        var bytes = HeaderBytes()
        for (key, place) in fields {
            let value = fitting(text(key), place.count)
            bytes.append(value)
            bytes.zeros(place.count - value.count)
        }
        bytes.little(UInt64(text(timeReference)) ?? 0)
        let numbers = loudness.map { number(text($0)) ?? noLoudness }
        bytes.little(UInt16(numbers.contains { $0 != noLoudness } ? 2 : 1))
        let material = bytesOf(hexadecimal: text(umid)).prefix(64)
        bytes.append(Array(material))
        bytes.zeros(64 - material.count)
        // Version 1 has zeros there.
        for number in numbers { bytes.little(numbers.contains { $0 != noLoudness } ? number : 0) }
        bytes.zeros(180)
        bytes.text(text(history))
        return StoredChunk(id: "bext", bytes: bytes.bytes)
    }

    /// The first characters that have room.
    private static func fitting(_ text: String, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in text.unicodeScalars {
            let more = Array(String(character).utf8)
            if bytes.count + more.count > count { break }
            bytes += more
        }
        return bytes
    }

    /// Cuts the texts that have no room in their fields.
    ///
    /// - Returns: what is lost of them.
    static func shorten(_ texts: inout [FileProperties.Tag]) -> [String] {
        var lost: [String] = []
        for index in texts.indices {
            guard let count = fields.first(where: { $0.key == texts[index].key })?.place.count,
                texts[index].value.utf8.count > count
            else { continue }
            lost.append("the end of \(texts[index].key)")
            texts[index].value = String(decoding: fitting(texts[index].value, count), as: UTF8.self)
        }
        return lost
    }

    /// `-23.05`.
    private static func hundredths(_ number: Int) -> String {
        let rest = String(abs(number) % 100)
        return "\(number < 0 ? "-" : "")\(abs(number) / 100).\(rest.utf8.count < 2 ? "0" : "")\(rest)"
    }

    /// A number with at most two decimals, and a unit after it.
    private static func number(_ text: String) -> Int16? {
        let digits = text.prefix { $0.isNumber || $0 == "-" || $0 == "+" || $0 == "." }
        guard let number = Double(digits), abs(number) < 320 else { return nil }
        return Int16((number * 100).rounded())
    }

    /// Digits in pairs, with `0x` before them or not.
    private static func bytesOf(hexadecimal text: String) -> [UInt8] {
        let digits = Array(text.hasPrefix("0x") ? text.dropFirst(2) : text[...])
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }
}
