import KKTestSupport
import Testing

@testable import KKFiles

/// The table of what can be read, against files.
@Suite struct InputFormatsTests {
    @Test func `every row has examples that are what it says`() throws {
        for row in InputFormats.table {
            #expect(!row.examples.isEmpty, "\(row.name)")
            for example in row.examples {
                let reader = try AudioFileReader(path: Fixtures.path(example))
                let properties = reader.properties
                let names = row.name.split { $0 == " " || $0 == "," }.map(String.init)
                let isNamed = names.contains(properties.fileType.name) || properties.fileType == .mpeg && row.name.hasPrefix("MPEG")
                #expect(isNamed, "\(example) is \(properties.fileType.name), in the row \(row.name)")
                let encodings = row.encodings.split(separator: " ").map(String.init)
                #expect(encodings.contains(properties.encodingName), "\(example) holds \(properties.encodingName)")
                let samples = try reader.readAll()
                #expect(Int64(samples[0].count) == reader.frameCount && !samples[0].isEmpty, "\(example)")
            }
        }
    }

    @Test func `every file type is in a row`() {
        let names = InputFormats.table.map(\.name).joined(separator: ", ").split { $0 == " " || $0 == "," }.map(String.init)
        let missing = FileType.allCases.filter { $0 != .mpeg && $0 != .synth && !names.contains($0.name) }
        #expect(missing.isEmpty)
    }
}
