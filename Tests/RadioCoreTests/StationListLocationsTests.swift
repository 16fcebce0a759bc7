import RadioCore
import Testing

struct StationListLocationsTests {
    private let executable = "/usr/local/bin/radiospiral"

    @Test(
        "looks in the user's folder, then beside the program, then here",
        arguments: [
            (["HOME": "/home/u"], "/home/u/.config/radiospiral/Stations.json"),
            (["HOME": "/home/u", "XDG_CONFIG_HOME": "/c"], "/c/radiospiral/Stations.json"),
            (["HOME": "/home/u", "XDG_CONFIG_HOME": ""], "/home/u/.config/radiospiral/Stations.json"),
            (["HOME": "/home/u", "XDG_CONFIG_HOME": "relative"], "/home/u/.config/radiospiral/Stations.json"),
            (["HOME": "/home/u", "RADIOSPIRAL_STATIONS": ""], "/home/u/.config/radiospiral/Stations.json"),
            ([:], nil),
        ] as [([String: String], String?)])
    func ordersPlaces(environment: [String: String], configuration: String?) {
        let installed = "/usr/local/share/radiospiral/Stations.json"
        #expect(
            StationListLocations.candidates(environment: environment, executable: executable)
                == [configuration, installed, "./Stations.json"].compactMap(\.self))
    }

    @Test("takes the first list that exists, and none where there is none")
    func takesFirst() {
        func find(_ existing: Set<String>) -> String? {
            StationListLocations.find(environment: ["HOME": "/h"], executable: executable, exists: existing.contains)
        }
        let user = "/h/.config/radiospiral/Stations.json"
        let installed = "/usr/local/share/radiospiral/Stations.json"
        #expect(find([user, installed, "./Stations.json"]) == user)
        #expect(find([installed, "./Stations.json"]) == installed)
        #expect(find(["./Stations.json"]) == "./Stations.json")
        #expect(find([]) == nil)
    }

    @Test("takes a list that is named in the environment even where it does not exist")
    func takesNamed() {
        let environment = ["RADIOSPIRAL_STATIONS": "mine.json", "HOME": "/h"]
        #expect(
            StationListLocations.find(environment: environment, executable: executable, exists: { _ in true })
                == "mine.json")
        #expect(
            StationListLocations.find(environment: environment, executable: nil, exists: { _ in false }) == "mine.json")
    }

    @Test("knows of no installed list for a program without a folder", arguments: [nil, "radiospiral", "/radiospiral"])
    func knowsNoInstalledList(executable: String?) {
        #expect(StationListLocations.candidates(environment: [:], executable: executable) == ["./Stations.json"])
    }
}
