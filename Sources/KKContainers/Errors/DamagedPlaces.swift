/// The warnings of a file or stream that is damaged in places: the first ones, and one for all that follow.
extension [FileWarning] {
    package static let mostPlaces = 20

    package mutating func addPlace(_ warning: FileWarning) {
        guard count <= Self.mostPlaces else { return }
        append(count < Self.mostPlaces ? warning : FileWarning(path: warning.path, "there are more places like these"))
    }
}
