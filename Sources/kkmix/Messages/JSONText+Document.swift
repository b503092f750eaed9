internal import KKMixing

extension JSONText {
    /// The document that a command prints. One that cannot be made is that of a failure: whoever reads it must get
    /// JSON.
    static func document(_ value: some Encodable) -> String {
        (try? line(value))
            ?? #"{"error":{"message":"the result cannot be written as JSON","path":null,"status":70},"schema":1}"#
    }
}
