import Foundation

/// A private Icecast on a free port of 127.0.0.1, stopped when the object goes.
package final class IcecastServer: Sendable {
    /// Its port.
    package let port: Int
    private let directory: PrivateDirectory
    private let process: ChildProcess
    private static let password = "hackme"

    /// Starts it and waits until it answers.
    ///
    /// - Parameters:
    ///   - burstSize: bytes that a listener gets at once, as far as the source has sent them.
    ///   - charset: of the titles in band; Icecast's own default would be ISO8859-1.
    package init(burstSize: Int = 65536, charset: String = "UTF-8") async throws {
        port = try FreePort.next()
        directory = try PrivateDirectory()
        let file = try directory.write(
            Self.configuration(port: port, burstSize: burstSize, charset: charset, directory: directory.path),
            to: "icecast.xml")
        try Self.handOver(directory.path)
        process = try ChildProcess("/usr/bin/icecast2", ["-c", file])
        try await poll("icecast on port \(port)") {
            // Somebody else may have taken the port meanwhile; then it has ended, and whoever answers is not ours.
            if let ending = process.hasEnded() { throw DeadlinePassed("icecast: \(ending): \(process.error.text)") }
            return try? get("/status-json.xsl")
        }
    }

    /// The URL of a mount, `/drone` say, as a listener uses it.
    package func url(of mount: String) -> String { "http://127.0.0.1:\(port)\(mount)" }

    /// The URL of a mount as ffmpeg's icecast protocol takes it.
    package func sourceURL(of mount: String) -> String { "icecast://source:\(Self.password)@127.0.0.1:\(port)\(mount)" }

    /// Waits until a source feeds `mount` and `seconds` more have passed, so that the burst is there.
    package func waitForMount(_ mount: String, primedFor seconds: Double = 0) async throws {
        try await poll("the mount \(mount)") {
            try? get("/status-json.xsl").contains(mount + "\"") ? true : nil
        }
        try await Task.sleep(for: .seconds(seconds), clock: .suspending)
    }

    /// Sets the title that goes to the listeners of `mount` in band (MP3 and AAC mounts).
    package func updateTitle(_ title: String, of mount: String) throws {
        try command("metadata", "mount=\(Self.encoded(mount))&mode=updinfo&charset=UTF-8&song=\(Self.encoded(title))")
    }

    /// Throws the source of `mount` off.
    package func killSource(of mount: String) throws {
        try command("killsource", "mount=\(Self.encoded(mount))")
    }

    /// Ends the server; every listener's connection ends with it.
    package func stop() async {
        await process.stop()
    }

    private func command(_ name: String, _ query: String) throws {
        let answer = try get("/admin/\(name)?\(query)")
        guard answer.hasPrefix("HTTP/1.0 200") || answer.hasPrefix("HTTP/1.1 200") else {
            throw DeadlinePassed("icecast \(name): \(answer.prefix(200))")
        }
    }

    private func get(_ path: String) throws -> String {
        let socket = try LoopbackSocket.connected(to: port)
        let login = Data("admin:\(Self.password)".utf8).base64EncodedString()
        socket.send("GET \(path) HTTP/1.0\r\nAuthorization: Basic \(login)\r\n\r\n")
        return String(decoding: socket.receiveAll(), as: UTF8.self)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    /// Icecast refuses to run as root, so root gives it a user and the directory for its logs.
    private static func handOver(_ directory: String) throws {
        guard getuid() == 0 else { return }
        guard let user = unsafe getpwnam("icecast2") else { throw SystemError("getpwnam icecast2") }
        guard unsafe chown(directory, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else { throw SystemError("chown") }
    }

    private static func configuration(port: Int, burstSize: Int, charset: String, directory: String) -> String {
        let owner = "<changeowner><user>icecast2</user><group>nogroup</group></changeowner>"
        return """
            <icecast>
              <limits><clients>100</clients><sources>20</sources><queue-size>1048576</queue-size>
                <source-timeout>10</source-timeout>
                <burst-on-connect>1</burst-on-connect><burst-size>\(burstSize)</burst-size></limits>
              <authentication><source-password>\(password)</source-password><relay-password>\(password)</relay-password>
                <admin-user>admin</admin-user><admin-password>\(password)</admin-password></authentication>
              <hostname>127.0.0.1</hostname>
              <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
              <mount type="default"><charset>\(charset)</charset></mount>
              <fileserve>0</fileserve>
              <paths><logdir>\(directory)</logdir>
                <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
              <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>3</loglevel></logging>
              <security><chroot>0</chroot>\(getuid() == 0 ? owner : "")</security>
            </icecast>
            """
    }
}
