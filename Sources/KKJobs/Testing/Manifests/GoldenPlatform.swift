/// What kind of machine a golden is for: `linux-x86_64`.
public enum GoldenPlatform {
    /// This one's. A test may be told another name, for a machine that differs in more than that.
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
