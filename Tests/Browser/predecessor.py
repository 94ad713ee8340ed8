"""Somebody else's program that has the wallet's address while no broker runs, and leaves something in a browser: `predecessor.py KIND`.

It prints its port. A page of its own says `left` in its title once that is done.
"""
import http.server
import json
import sys

EVIL = "window.evil = true;"
AT_ONCE = """addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
"""
OWN_PAGE = f"<!doctype html><title>Wallet</title><link rel=\"icon\" href=\"data:,\"><script>{EVIL}</script>"
WORKERS = {
    "scripts": AT_ONCE + f"""addEventListener("fetch", (event) => {{
  if (!event.request.url.endsWith(".js")) return;
  event.respondWith(fetch(event.request).then((reply) => reply.text()).then(
    (text) => new Response({json.dumps(EVIL)} + text, {{ headers: {{ "Content-Type": "text/javascript" }} }})));
}});""",
    "pages": AT_ONCE + f"""addEventListener("fetch", (event) => {{
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).then(async (reply) => new Response(
    (await reply.text()).replace("<title>", {json.dumps(f"<script>{EVIL}</script><title>")}), {{ status: reply.status, headers: {{ "Content-Type": "text/html" }} }})));
}});""",
    "preload": """addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload.enable().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
""" + f"""  event.respondWith(Promise.resolve(event.preloadResponse).then(async (reply) => new Response(
    (await reply.text()).replace("<title>", {json.dumps(f"<script>{EVIL}</script><title>")}), {{ status: reply.status, headers: {{ "Content-Type": "text/html" }} }})));
}});""",
    "own": AT_ONCE + f"""addEventListener("fetch", (event) => {{
  if (event.request.mode === "navigate") event.respondWith(new Response({json.dumps(OWN_PAGE)}, {{ headers: {{ "Content-Type": "text/html" }} }}));
}});""",
}
REGISTERS = """<!doctype html><script>
  navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).then(() => { document.title = "left"; });
</script>"""
CACHES = """<!doctype html><script src="/assets/relay.js"></script><script src="/assets/window.js"></script><script>document.title = "left";</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        worker = WORKERS.get(sys.argv[1])
        if worker is None:
            is_script, page, script = self.path.startswith("/assets/"), CACHES, EVIL
        else:
            is_script, page, script = self.path == "/worker.js", REGISTERS, worker
        body = (script if is_script else page).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_script else "text/html")
        self.send_header("Cache-Control", "no-store" if worker else "max-age=31536000, immutable")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
