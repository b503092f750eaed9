/// The revision of the rendered sound.
///
/// It is raised by hand whenever a change alters any rendered bit, so that earlier results of a batch, its cache and
/// its plans are not taken for current ones. A test compares it with the goldens.
public enum SoundRevision {
    public static let number = 7
}
