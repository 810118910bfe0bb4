"""A language model as a player, by any endpoint that speaks OpenAI's chat protocol. It needs Python and nothing else.

    export LLM_ADDRESS=http://127.0.0.1:8080/v1 LLM_MODEL=my-model LLM_KEY=...
    skirmish-rl ladder --game warcry --agent 'exec:120s:python3 examples/players/llm.py'

Nothing is asked of anybody unless LLM_ADDRESS says whom; LLM_KEY may be left out. The last line of what the model says is its answer.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

ASK = (
    "Think briefly, then write your answer as the last line, exactly as one of the answers is written; "
    "of a list of cells choose one: `move to 3,4`."
)


def answer_of(address, rules, question):
    """What the model answers, and how many tokens that took."""
    wrong = f"\nYour last answer was refused: {question['wrong']}" if "wrong" in question else ""
    body = {
        "model": os.environ.get("LLM_MODEL", "default"), "temperature": 0,
        "messages": [
            {"role": "system", "content": f"You play a wargame.\n{rules}\n{ASK}{wrong}"},
            {"role": "user", "content": question["text"]},
        ],
    }  # fmt: skip
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('LLM_KEY', 'none')}"}
    request = urllib.request.Request(f"{address.rstrip('/')}/chat/completions", json.dumps(body).encode(), head)
    for wait in (1, 5, None):
        try:
            with urllib.request.urlopen(request) as reply:
                told = json.load(reply)
            break
        except urllib.error.HTTPError as error:  # 429 and 5xx: the endpoint is busy
            if wait is None or error.code not in (429, 500, 502, 503, 504):
                raise
            time.sleep(wait)
    said = [line.strip('-*` "') for line in (told["choices"][0]["message"].get("content") or "").splitlines()]
    legal = {answer["phrase"].strip('"'): answer["phrase"] for answer in question["answers"]}
    best = [legal[line] for line in said if line in legal] or [line for line in said if line] or [""]
    return best[-1], (told.get("usage") or {}).get("total_tokens", 0)


address = os.environ.get("LLM_ADDRESS")
if not address:
    sys.exit("LLM_ADDRESS is not set: the address of an endpoint such as http://127.0.0.1:8080/v1")
rules = ""
for line in sys.stdin:
    said = json.loads(line)
    if said["say"] == "hello":
        rules = said["rules"]
        print(json.dumps({"say": "hello", "name": "llm", "text": True}), flush=True)
    else:
        phrase, tokens = answer_of(address, rules, said)
        print(json.dumps({"number": said["number"], "phrase": phrase, "tokens": tokens}), flush=True)
