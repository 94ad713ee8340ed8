"""A form as websites have them that ask for pictures of a document: the other side of a comparison."""
import http.server
import threading

from harness import REPOSITORY

PAGE = (REPOSITORY / "Tests/Browser/pages/upload.html").read_bytes()
RECEIVED = b"<!doctype html><title>Received</title><p id=received>Thank you. We look at it and write to you."


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply(PAGE)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.reply(RECEIVED)

    def reply(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class UploadForm:
    """The form's website, on a port of its own."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
