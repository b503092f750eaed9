internal import KKMixing

extension JSONText {
    /// The document that a command prints. One that cannot be made is that of a failure: whoever reads it must get
    /// JSON.
    static func document(_ value: some Encodable) -> String {
        (try? line(value))
            ?? #"{"error":{"message":"the result cannot be written as JSON","path":null,"status":70},"schema":1}"#
    }

    /// `{"schema":1,"files":[…]}`, with the name of the list.
    static func document(_ list: String, _ items: [some Encodable]) -> String {
        document(ListDocument(list: list, items: items))
    }
}

private struct ListDocument<Item: Encodable>: Encodable {
    let list: String
    let items: [Item]

    func encode(to encoder: any Encoder) throws {
        var document = encoder.container(keyedBy: ReportKey.self)
        try document.encode(1, forKey: ReportKey("schema"))
        try document.encode(items, forKey: ReportKey(list))
    }
}
