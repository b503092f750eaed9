internal import KKPCM

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An answer as it comes: headers, then bytes, which go on to the reader. Of one thread.
final class HTTPAnswer {
    private let sink: Int32
    private(set) var status = 0
    /// Bytes of all answers so far, as the server counts them.
    private(set) var received: Int64 = 0
    /// Whether nobody reads any more.
    private(set) var isAbandoned = false
    /// What the server does that it must not.
    private(set) var problem: String?
    /// What tells this sound from a later one, and whether parts of it are given: what the first answer says.
    private(set) var validator: String?
    private var givesParts = false
    private var headers: [String: String] = [:]
    private var isChecked = false
    /// Bytes between two texts of a radio, and those left until the next; then those left of the text.
    private var interval = 0, soundLeft = 0, textLeft = 0

    var mayResume: Bool { givesParts && validator != nil && interval == 0 }

    init(_ sink: Int32) {
        self.sink = sink
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> HTTPAnswer {
        unsafe Unmanaged<HTTPAnswer>.fromOpaque(context!).takeUnretainedValue()
    }

    func begin() { (status, headers, isChecked) = (0, [:], false) }

    /// A line of the headers: of each redirection's, too, of which the last one counts.
    func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let line = unsafe PathText.decode(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        let words = line.split(separator: " ", maxSplits: 2)
        if words.count > 1, words[0].hasPrefix("HTTP/") || words[0] == "ICY" {
            (status, headers) = (Int(words[1].prefix(3)) ?? 0, [:])
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].split { $0.isWhitespace }.joined(separator: " ")
            headers[line[..<colon].lowercased()] = value
        }
        return count
    }

    /// - Returns: 0 to end the transfer.
    func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        if !isChecked {
            isChecked = true
            problem = check()
        }
        guard problem == nil else { return 0 }
        guard count <= HTTPTransfer.mostBytes - received else {
            problem = "more than \(HTTPTransfer.mostBytes >> 30) GiB were received"
            return 0
        }
        received += Int64(count)
        var rest = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))[...]
        while !rest.isEmpty {
            guard send(nextSound(&rest)) else {
                isAbandoned = true
                return 0
            }
        }
        return count
    }

    private func check() -> String? {
        guard received > 0 else {
            guard status == 200 else { return "the server answers \(status) instead of 200" }
            givesParts = headers["accept-ranges"]?.lowercased() == "bytes"
            let tag = headers["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
            validator = tag ?? headers["last-modified"]
            interval = max(0, headers["icy-metaint"].flatMap { Int($0) } ?? 0)
            soundLeft = interval
            return nil
        }
        let isSame = [headers["etag"], headers["last-modified"]].contains(validator)
        let isPlace = headers["content-range"]?.lowercased().hasPrefix("bytes \(received)-") ?? false
        return status == 206 && isSame && isPlace
            ? nil : "the connection broke after \(received) bytes, and the server cannot resume from there"
    }

    /// Takes what comes next off the bytes, up to the next text, and gives what of it is sound.
    private func nextSound(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func take(_ count: Int) -> ArraySlice<UInt8> {
            let taken = rest.prefix(count)
            rest = rest.dropFirst(count)
            return taken
        }
        guard interval > 0 else { return take(rest.count) }
        if textLeft > 0 {
            textLeft -= take(textLeft).count
        } else if soundLeft > 0 {
            let sound = take(soundLeft)
            soundLeft -= sound.count
            return sound
        } else {
            (textLeft, soundLeft) = (16 * Int(take(1).first ?? 0), interval)
        }
        return []
    }

    /// - Returns: whether somebody takes them.
    private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let sink = sink
            let count = unsafe rest.withUnsafeBytes { unsafe systemSend(sink, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }
}

/// `send` by a name that no method hides, without a signal where nobody reads.
@unsafe
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    unsafe send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #else
    unsafe send(descriptor, bytes, count, 0)
    #endif
}
