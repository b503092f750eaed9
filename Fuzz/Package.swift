// swift-tools-version:6.2
// The parsers under libFuzzer: a package of its own, because its program needs a sanitizer to be linked at all. scripts/fuzz builds and runs it.

import PackageDescription

let package = Package(
    name: "kkmix-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "kkmix", path: "..")],
    targets: [
        .executableTarget(name: "kkmix-fuzz", dependencies: [.product(name: "KKAudio", package: "kkmix")])
    ],
    swiftLanguageModes: [.v6]
)
