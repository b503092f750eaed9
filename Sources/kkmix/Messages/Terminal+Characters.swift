extension Terminal {
    /// Whether text may have characters beyond ASCII that draw: the encoding of the locale, by the rules of POSIX
    /// (`LC_ALL`, `LC_CTYPE`, `LANG`, the first that is set and not empty), is UTF-8. Without any of them it is not:
    /// that is the locale `C`.
    static var isUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "C"
        return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    }
}
