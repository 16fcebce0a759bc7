// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of ours is held to the same rules.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A stage of the pipeline: a folder under `Sources`, and what it may import.
func stage(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: strict)
}

/// The tests of one stage, in `Tests/<stage>Tests`.
func tests(of name: String, with others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestKit"] + others, swiftSettings: strict)
}

let package = Package(
    name: "radiospiral",
    products: [
        .executable(name: "radiospiral", targets: ["radiospiral"]),
        .library(name: "Playback", targets: ["Playback", "RadioCore"]),
    ],
    targets: [
        // The C libraries, each imported by exactly one Swift module.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CFFmpeg", pkgConfig: "libavformat libavcodec libswresample libavutil",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev"])]),
        // libpulse.pc asks for flags that the package manager refuses and that nothing here needs.
        .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

        // The way of a sound, from the vocabulary up to the command.
        stage("RadioCore", imports: ["CLinux"]),
        stage("Rings", imports: ["RadioCore"]),
        stage("Network", imports: ["RadioCore", "CCurl", "CCrypto"]),
        stage("Playlists", imports: ["RadioCore", "CXML2"]),
        stage("StreamInput", imports: ["Network", "Playlists", "Rings", "RadioCore"]),
        stage("AudioDecoding", imports: ["Rings", "RadioCore", "CFFmpeg"]),
        stage("AudioProcessing"),
        stage("AudioOutput", imports: ["AudioProcessing", "Rings", "RadioCore", "CPulse"]),
        stage("StationMetadata", imports: ["RadioCore"]),
        stage(
            "Playback",
            imports: [
                "StationMetadata", "AudioOutput", "AudioDecoding", "StreamInput", "Network", "Rings", "RadioCore",
            ]),
        stage("CLI", imports: ["Playback", "RadioCore"]),
        .executableTarget(name: "radiospiral", dependencies: ["CLI"], swiftSettings: strict),

        // What tests share, and the tests.
        // Optimised in every build: it reads minutes of sound.
        .target(
            name: "TestKit", dependencies: ["Network", "RadioCore"], path: "Tests/TestKit",
            swiftSettings: strict + [.unsafeFlags(["-O"])]),
        tests(of: "RadioCore"),
        tests(of: "Rings", with: ["RadioCore"]),
        tests(of: "AudioDecoding"),
        tests(of: "Network", with: ["RadioCore"]),
        tests(of: "Playlists", with: ["RadioCore"]),
        tests(of: "StreamInput", with: ["Network", "Playlists", "Rings", "RadioCore"]),
        tests(of: "AudioProcessing"),
        tests(of: "AudioOutput", with: ["AudioProcessing", "Rings", "RadioCore"]),
        tests(of: "StationMetadata"),
        tests(of: "Playback", with: ["AudioDecoding", "AudioOutput", "Rings"]),
        tests(of: "CLI", with: ["Playback", "RadioCore"]),
        .executableTarget(
            name: "TenLinePlayer", dependencies: ["Playback"], path: "Tests/TenLinePlayer", swiftSettings: strict),
        .testTarget(name: "TestKitTests", dependencies: ["TestKit", "Network", "RadioCore"], swiftSettings: strict),
        .testTarget(
            name: "ArchitectureTests", dependencies: ["CLI", "Playback", "RadioCore"], swiftSettings: strict),
        .testTarget(
            name: "IntegrationTests", dependencies: ["TestKit", "Playback", "RadioCore", "radiospiral"],
            swiftSettings: strict),
    ]
)
