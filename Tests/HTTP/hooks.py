"""What the document cannot say: what the configuration of this one service allows, and the names it gives to policies and goals."""
import os

import schemathesis

# Both to the letter. In the document itself they would not do: programs that read patterns bear a group only some thousand times.
BASE64URL = "([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?"
BASE64 = "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    schemas = raw_schema["components"]["schemas"]
    schemas["PolicyStart"]["properties"]["policy"]["enum"] = [os.environ["SERVICE_POLICY"]]
    schemas["GoalsStart"]["properties"]["goals"]["items"]["enum"] = os.environ["SERVICE_GOALS"].split(",")
    schemas["Envelope"]["properties"]["encryptedData"]["pattern"] = f"^{BASE64URL}$|^{BASE64}$"


@schemathesis.hook
def before_call(context, case, kwargs):
    """A wait that is allowed is cut short; one that is not stays as it is, to be refused."""
    wait = str((case.query or {}).get("wait", ""))
    if wait.isascii() and wait.isdigit() and 1 < int(wait) <= 60:
        case.query["wait"] = 1
