import Foundation

/// nginx in front of the services, as a site would run it: any service may get any request.
final class Proxy: Sendable {
    private let process: Process
    let url: String

    /// Starts it.
    ///
    /// - Parameter upstreams: the services' URLs.
    init(folder: String, upstreams: [String]) throws {
        let port = try Loopback.freePort()
        url = "http://127.0.0.1:\(port)"
        let servers = upstreams.map { "server \($0.replacing("http://", with: "")) max_fails=0;" }.joined(separator: " ")
        let file = folder + "/nginx.conf"
        try Data(Self.configuration(folder: folder, port: port, servers: servers).utf8).write(to: URL(fileURLWithPath: file))
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Debian keeps it where only root's path leads.
        process.environment = ["PATH": (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"]
        process.arguments = ["nginx", "-p", folder, "-e", folder + "/nginx-error.log", "-c", file]
        try process.run()
        for _ in 0..<100 where Loopback.isFree(port) { usleep(50_000) }
    }

    /// An answer is never sent to a second service once a first one has it (`non_idempotent` is absent): the client decides that.
    private static func configuration(folder: String, port: Int, servers: String) -> String {
        """
        daemon off;
        pid \(folder)/nginx.pid;
        worker_processes 1;
        events { worker_connections 2048; }
        http {
            access_log off;
            client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
            client_max_body_size 8m;
            client_body_buffer_size 1m;
            proxy_max_temp_file_size 0;
            upstream services { \(servers) keepalive 64; }
            server {
                listen 127.0.0.1:\(port) backlog=1024;
                location / {
                    proxy_pass http://services;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_connect_timeout 1s;
                }
            }
        }

        """
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
