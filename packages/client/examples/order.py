# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Veritick authors

"""An order in Python, with nothing but the standard library.

    VERITICK_SITE=http://localhost:3000 VERITICK_KEY=vtk_... python3 order.py

The key needs the scopes read and trade. The order is sent again with the same key until there is an answer, and it is never
filled late.
"""

import json
import os
import time
import urllib.error
import urllib.request
import uuid

SITE = os.environ.get("VERITICK_SITE", "http://localhost:3000")
KEY = os.environ["VERITICK_KEY"]


def call(method, path, body=None, idempotency_key=None, tries=5):
    """Returns the status and the reply. Tries again if the call is safe to repeat."""
    headers = {"Authorization": f"Bearer {KEY}", "Accept-Language": "en"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    may_repeat = method == "GET" or idempotency_key is not None
    for tried in range(1, tries + 1):
        request = urllib.request.Request(SITE + path, data, headers, method=method)
        retry_after = None
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            reply = json.load(error)
            retry_after = error.headers.get("Retry-After")
            is_final = error.code < 500 and error.code != 429 and reply["code"] != "idempotency_running"
            if is_final or not may_repeat or tried == tries:
                return error.code, reply
        except OSError:
            # The server may have made the change. The same key makes it safe to ask again.
            if not may_repeat or tried == tries:
                raise
        time.sleep(float(retry_after or 0.25 * 2**tried))


status, me = call("GET", "/api/auth/me")
if status != 200:
    raise SystemExit(f"{status}: {me['message']}")
print("balance", me["balance"])

status, prices = call("GET", "/api/prices")
newest = prices["from"] + len(prices["prices"]) - 1
order = {"type": "buy", "amount": "1.00", "duration": 1, "notAfterTick": newest + 20}
status, reply = call("POST", "/api/trading/positions", order, idempotency_key=str(uuid.uuid4()))
if status != 201:
    raise SystemExit(f"{reply['code']}: {reply['message']}")
print("bought at", reply["entryPrice"], "wins at", reply["barrierPrice"], "or above")
