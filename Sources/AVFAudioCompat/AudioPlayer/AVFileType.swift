/// File types by their uniform type identifiers, for ``AVAudioPlayer``'s hint: AVFoundation's names of the types that
/// can be read here.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let m4a = Self("com.apple.m4a-audio")
    public static let mp4 = Self("public.mpeg-4")
    public static let mov = Self("com.apple.quicktime-movie")
    public static let mobile3GPP = Self("public.3gpp")
    public static let mobile3GPP2 = Self("public.3gpp2")
    public static let caf = Self("com.apple.coreaudio-format")
    public static let wav = Self("com.microsoft.waveform-audio")
    public static let aiff = Self("public.aiff-audio")
    public static let aifc = Self("public.aifc-audio")
    public static let au = Self("public.au-audio")
    public static let mp3 = Self("public.mp3")
    public static let ac3 = Self("public.ac3-audio")
    public static let eac3 = Self("public.enhanced-ac3-audio")
}
