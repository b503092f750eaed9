internal import KKAudio

/// A result code on its way through Swift: an argument that cannot be, or what a client's callback gave back.
struct Status: Error {
    let code: OSStatus

    init(_ code: OSStatus) {
        self.code = code
    }

    static let parameter = Status(kAudio_ParamError)
}

/// The result code of what `body` does.
func answer(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch {
        return resultCode(of: error)
    }
}

/// Core Audio's number for an error of KKAudio's.
package func resultCode(of error: any Error) -> OSStatus {
    switch error {
    case let error as Status: error.code
    // That a codec is not there has a number of its own in files that are written alone.
    case let error as AudioFileError where error.code == .codecUnavailable: kAudioFileUnsupportedDataFormatError
    case let error as any Failure: error.status
    default: kAudioFileUnspecifiedError
    }
}

extension Optional {
    /// The value, or the error that says why there must be one.
    func orThrow(_ code: OSStatus = kAudio_ParamError) throws -> Wrapped {
        guard let self else { throw Status(code) }
        return self
    }
}

// A pointer that the header calls non-null is null all the same where a C program says so.

extension UnsafePointer {
    func checked() throws -> Self {
        if UInt(bitPattern: self) == 0 { throw Status.parameter }
        return self
    }
}

extension UnsafeMutablePointer {
    func checked() throws -> Self {
        if UInt(bitPattern: self) == 0 { throw Status.parameter }
        return self
    }
}

extension UnsafeRawPointer {
    func checked() throws -> Self {
        if UInt(bitPattern: self) == 0 { throw Status.parameter }
        return self
    }
}

extension UnsafeMutableRawPointer {
    func checked() throws -> Self {
        if UInt(bitPattern: self) == 0 { throw Status.parameter }
        return self
    }
}

/// - Throws: `paramErr` for a function that is null although the header does not say that it can be.
func requireFunction<Function>(_ function: Function) throws {
    if unsafeBitCast(function, to: UInt.self) == 0 { throw Status.parameter }
}

/// The client's data as a callback takes it, which may be null although the header does not say so.
func clientData(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
    unsafeBitCast(pointer, to: UnsafeMutableRawPointer.self)
}
