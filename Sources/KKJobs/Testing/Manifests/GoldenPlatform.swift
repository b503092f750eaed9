/// The platform of a golden: `linux-x86_64`.
public enum GoldenPlatform {
    /// The current platform. A test can use another name, for machines that differ in other ways.
    public static var current: String {
        #if os(macOS)
        let system = "macos"
        #elseif os(Windows)
        let system = "windows"
        #else
        let system = "linux"
        #endif
        #if arch(arm64)
        return "\(system)-arm64"
        #else
        return "\(system)-x86_64"
        #endif
    }
}
