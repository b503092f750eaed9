internal import CLibraries
internal import KKPCM

/// The system's libraries, each loaded when something wants it first. Where one is missing, all else goes on.
package enum SharedLibrary: String, CaseIterable, Sendable {
    case libsndfile, libmpg123, libFLAC, libvorbis, libopus, libwavpack, libsamplerate, libcrypto, libyaml, zlib
    case libvorbisenc, libmp3lame, libavcodec, libavformat, libcurl, liblilv, libmysofa

    /// How much of kkmix wants it, in the words by which Debian's packages say so.
    package enum Need: String, CaseIterable, Sendable {
        case depends, recommends, suggests
    }

    package var need: Need {
        switch self {
        case .libsndfile, .libmpg123, .libsamplerate, .libcrypto, .libyaml, .zlib: .depends
        case .libFLAC, .libvorbis, .libopus, .libwavpack: .recommends
        case .libvorbisenc, .libmp3lame, .libavcodec, .libavformat, .libcurl, .liblilv, .libmysofa: .suggests
        }
    }

    /// Debian's and Ubuntu's package, under each of the names that releases have for it.
    package var debianPackages: [String] {
        switch self {
        case .libsndfile: ["libsndfile1"]
        case .libmpg123: ["libmpg123-0"]
        case .libFLAC: ["libflac12", "libflac14"]
        case .libvorbis: ["libvorbis0a"]
        case .libvorbisenc: ["libvorbisenc2"]
        case .libopus: ["libopus0"]
        case .libmp3lame: ["libmp3lame0"]
        case .libwavpack: ["libwavpack1"]
        case .libsamplerate: ["libsamplerate0"]
        case .libavcodec: ["libavcodec59", "libavcodec60", "libavcodec61"]
        case .libavformat: ["libavformat59", "libavformat60", "libavformat61"]
        case .libcurl: ["libcurl4", "libcurl4t64"]
        case .liblilv: ["liblilv-0-0"]
        case .libmysofa: ["libmysofa1"]
        case .libcrypto: ["libssl3"]
        case .libyaml: ["libyaml-0-2"]
        case .zlib: ["zlib1g"]
        }
    }

    /// What to do where it is missing.
    package var remedy: String {
        "install \(rawValue) (Debian: \(debianPackages.joined(separator: " or ")))"
    }

    /// Loads the library, unless it is: why that cannot be, in the loader's words; `nil` if it is there.
    package var trouble: String? {
        let state = unsafe state
        return unsafe Self.text(state.trouble)
    }

    /// The name by which it is loaded, the file that was, and the version that this says; loads the library, unless it
    /// is. A library with which the program was linked has none of them.
    package var found: (name: String?, path: String?, version: String?) {
        let state = unsafe state
        return unsafe (Self.text(state.file), Self.text(state.path), Self.text(state.version?()))
    }

    @unsafe
    private static func text(_ words: UnsafePointer<CChar>?) -> String? {
        unsafe words.map { unsafe String(cString: $0) }
    }

    @unsafe
    private var state: library_state {
        switch self {
        case .libsndfile: unsafe sndfile_library()
        case .libmpg123: unsafe mpg123_library()
        case .libFLAC: unsafe flac_library()
        case .libvorbis: unsafe vorbis_library()
        case .libvorbisenc: unsafe vorbisenc_library()
        case .libopus: unsafe opus_library()
        case .libmp3lame: unsafe lame_library()
        case .libwavpack: unsafe wavpack_library()
        case .libsamplerate: unsafe samplerate_library()
        case .libavcodec: unsafe avcodec_library()
        case .libavformat: unsafe avformat_library()
        case .libcurl: unsafe curl_library()
        case .liblilv: unsafe lilv_library()
        case .libmysofa: unsafe mysofa_library()
        case .libcrypto: unsafe crypto_library()
        case .libyaml: unsafe yaml_library()
        case .zlib: unsafe zlib_library()
        }
    }
}

extension SharedLibrary {
    /// To be called before the first function of the library.
    ///
    /// - Parameter format: what is to be decoded or encoded.
    func load(for format: FourCharCode) throws(CodecError) {
        guard let trouble else { return }
        throw CodecError(
            .unavailable, format: format, "\(rawValue) cannot be loaded", cause: trouble, nextStep: remedy)
    }
}
