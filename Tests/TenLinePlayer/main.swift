import Playback

let player = Player(PlayerConfiguration(station: .url(CommandLine.arguments.last ?? "")))
let events = player.events()
await player.start()
for await event in events {
    if case .nowPlaying(let song) = event { print(song.text) }
    if case .error(_, let message) = event { print(message) }
}
