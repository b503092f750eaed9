internal import KKAudio

/// The errors of this module: `NSError`s of Apple's domain, with Core Audio's numbers and, in their description, the
/// words of kkmix.
enum AVFAudioError {
    /// AVFAudio's.
    static let domain = "com.apple.coreaudio.avfaudio"

    static func make(_ code: OSStatus, _ words: String) -> NSError {
        NSError(domain: domain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: words])
    }

    /// An error of KKAudio's with its number; one of this module, or of the program's own, stays as it is.
    static func of(_ error: any Error) -> NSError {
        if let failure = error as? any Failure { return make(resultCode(of: failure), failure.description) }
        return error as NSError
    }

    /// What `body` gives, or its error as an `NSError`.
    static func throwing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw of(error)
        }
    }

    /// On Apple's systems an exception ends the program here, in these words.
    static func misuse(_ condition: String) -> Never {
        let words = "*** Terminating app due to exception '\(domain)': required condition is false: \(condition)"
        // Whoever builds for release sees them, too.
        FileHandle.standardError.write(Data("\(words)\n".utf8))
        preconditionFailure(words)
    }

    static func require(_ condition: Bool, _ words: @autoclosure () -> String) {
        if !condition { misuse(words()) }
    }
}
