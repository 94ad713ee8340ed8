import Foundation

/// nginx in front of the services, as a site would run it: any service may get any request.
final class Proxy: Sendable {
    private let process: Process
    let url: String

    init(folder: String, upstreams: [String]) throws {
        let port = Int.random(in: 20_000...29_999)
        url = "http://127.0.0.1:\(port)"
        let configuration = """
            daemon off;
            pid \(folder)/nginx.pid;
            error_log \(folder)/nginx-error.log;
            worker_processes 1;
            events { worker_connections 1024; }
            http {
                access_log off;
                client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
                uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
                client_max_body_size 8m;
                upstream services { \(upstreams.map { "server \($0) max_fails=1 fail_timeout=1s;" }.joined(separator: " ")) keepalive 32; }
                server {
                    listen 127.0.0.1:\(port);
                    location / {
                        proxy_pass http://services;
                        proxy_http_version 1.1;
                        proxy_set_header Connection "";
                        proxy_connect_timeout 1s;
                    }
                }
            }
            """
        let file = folder + "/nginx.conf"
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["nginx", "-p", folder, "-c", file]
        try process.run()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
