/// Which sound this version makes.
///
/// Raised by hand whenever a change moves a rendered bit: what a batch made before, and what its cache and its plans
/// have, is then not taken for what would be made now. A test compares it with the goldens.
public enum SoundRevision {
    public static let number = 6
}
