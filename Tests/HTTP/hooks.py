"""What the document cannot say: what the configuration of this one service allows, and the names it gives to policies and goals."""
import os

import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    start = raw_schema["components"]["schemas"]["SessionStart"]["properties"]
    start["policy"]["enum"] = [os.environ["SERVICE_POLICY"], None]
    start["goals"]["items"]["enum"] = os.environ["SERVICE_GOALS"].split(",")


@schemathesis.hook
def before_call(context, case, kwargs):
    """A wait that is allowed is cut short; one that is not stays as it is, to be refused."""
    wait = str((case.query or {}).get("wait", ""))
    if wait.isascii() and wait.isdigit() and 1 < int(wait) <= 60:
        case.query["wait"] = 1
