internal import CLibraries
internal import KKCodecs
internal import KKPCM
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What an address of the web gives, as a pipe: a thread fetches, and waits whenever the reader does, so that a sound of
/// any length takes no memory.
///
/// A connection that breaks is taken up again where it broke, if the server gives parts of what it has and has the same
/// still. Texts that a radio puts between the sound are stepped over.
final class HTTPTransfer: Sendable {
    private let address: FilePath
    /// Where the bytes go; closed at their end.
    private let sink: Int32
    private let ended = Mutex<AudioFileError?>(nil)

    /// Why there are no more bytes; `nil` if that was all.
    var failure: AudioFileError? { ended.withLock { $0 } }

    private static let mostRedirects: Int32 = 5
    private static let mostAttempts = 5
    /// Without a byte, and until there is a connection.
    private static let patience: Int32 = 30
    static let mostBytes: Int64 = 1 << 36

    private init(_ address: FilePath, sink: Int32) {
        (self.address, self.sink) = (address, sink)
    }

    /// - Returns: what is fetched, and the descriptor that its bytes come from.
    /// - Throws: `unavailable` without libcurl, `temporary` where the system gives no thread.
    static func start(_ address: FilePath) throws(AudioFileError) -> (transfer: HTTPTransfer, source: Int32) {
        try SharedLibrary.libcurl.load(for: address.text)
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw AudioFileError(
                .unspecified, kind: .temporary, path: address, "it cannot be downloaded",
                cause: "socketpair: \(systemMessage(errno))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let transfer = HTTPTransfer(address, sink: ends[1])
        guard BackgroundThread.start({ transfer.fetch() }) else {
            ends.forEach { close($0) }
            throw AudioFileError(
                .unspecified, kind: .temporary, path: address, "no thread could be started to download it")
        }
        return (transfer, ends[0])
    }

    private func fetch() {
        let answer = HTTPAnswer(sink)
        let failure = attempts(answer)
        ended.withLock { $0 = failure }
        close(sink)
    }

    private func attempts(_ answer: HTTPAnswer) -> AudioFileError? {
        var attempt = 0, reached: Int64 = 0
        while true {
            let (code, words) = ask(answer)
            if answer.isAbandoned { return nil }
            if code == 0 && answer.problem == nil {
                return [200, 206].contains(answer.status) ? nil : refusal(code, answer, words)
            }
            if answer.received > reached { (attempt, reached) = (0, answer.received) }
            attempt += 1
            if let problem = answer.problem {
                return error(
                    answer.received > 0 ? .io : .noInput, problem, next: "download it yourself, and name the file")
            }
            guard answer.received > 0 else { return refusal(code, answer, words) }
            guard answer.mayResume, attempt <= Self.mostAttempts else {
                return error(.io, "the connection broke after \(answer.received) bytes", words, next: "try again")
            }
            usleep(useconds_t(100_000 * attempt))
        }
    }

    private func ask(_ answer: HTTPAnswer) -> (code: Int32, words: String) {
        answer.begin()
        var words = [CChar](repeating: 0, count: 256)
        let condition = answer.received > 0 ? answer.validator.map { "If-Range: \($0)" } : nil
        let code = withExtendedLifetime(answer) {
            unsafe address.withPointer { address in
                unsafe PathText.withPointer(to: condition ?? "") { line in
                    var request = unsafe curl_request(
                        address: address, condition: condition == nil ? nil : line, from: answer.received,
                        most_redirects: Self.mostRedirects, seconds: Self.patience,
                        header: { unsafe HTTPAnswer.of($3).takeHeader($0, $1 * $2) },
                        body: { unsafe HTTPAnswer.of($3).takeBody($0, $1 * $2) },
                        context: Unmanaged.passUnretained(answer).toOpaque())
                    return unsafe curl_fetch(&request, &words, words.count)
                }
            }
        }
        return (code, unsafe PathText.decode(words, count: strlen(words)))
    }

    /// Of an address from which nothing has come.
    private func refusal(_ code: Int32, _ answer: HTTPAnswer, _ words: String) -> AudioFileError {
        // An error that the server tells, or an answer without anything in it.
        if code == 0 || code == 22 {
            return error(
                answer.status >= 500 ? .temporary : .noInput, "the server answers \(answer.status)",
                next: answer.status >= 500 ? "try again later" : "check the address")
        }
        return error(.noInput, "it cannot be downloaded", words, next: "check the address and the network")
    }

    private func error(
        _ kind: FailureKind, _ problem: String, _ cause: String? = nil, next: String
    ) -> AudioFileError {
        AudioFileError(
            kind == .noInput ? .fileNotFound : .unspecified, kind: kind, path: address, problem, cause: cause,
            nextStep: next)
    }
}
