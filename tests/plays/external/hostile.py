"""Engines that do not keep to the protocol, as small programs.

Each begins with ``PRELUDE``; ``good`` gives an answer that is right in every way, for a game that
rejects every action.
"""

from __future__ import annotations

PRELUDE = """
import json, os, signal, subprocess, sys, time

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)

def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

HELLO = {
    "type": "hello", "id": 0, "protocol": 1, "engineVersions": ["0.4.0"],
    "kinds": [{"id": "story-graph", "version": "1.0.0"}], "campaigns": [],
}

def good(request):
    actions = [each["actionId"] for each in request["fixture"]["submissions"]]
    return {
        "type": "outcome", "id": request["id"], "kind": "story-graph",
        "outcome": {
            "finalStatus": "active", "acceptedActions": 0, "achievements": [],
            "decisions": [
                {"index": at, "seq": None, "actionId": action, "accepted": False,
                 "reason": "unknown_action"}
                for at, action in enumerate(actions)
            ],
            "terminal": {"terminal": False, "terminalId": None},
        },
        "steps": [{"index": at, "issuedBy": {}} for at in range(len(actions))],
    }

def greeted():
    hear()
    say(HELLO)
    return hear()
"""

#: An engine that is right: what the others differ from.
GOOD = "say(good(greeted())); hear()"

#: Engines by the code of the problem they must be found with.
BEFORE_THE_ANSWER: dict[str, tuple[str, str]] = {
    "says nothing at all": ("engine_start_timeout", "time.sleep(60)"),
    "ends at once": ("engine_stopped", ""),
    "dies before hello": ("engine_stopped", "os.kill(os.getpid(), signal.SIGKILL)"),
    "prints a banner first": ("engine_not_json", "print('Engine 4', flush=True); " + GOOD),
    "speaks a list": ("engine_not_json", "say([1]); hear(); hear()"),
    "speaks bytes that are no text": (
        "engine_not_json",
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); hear(); hear()",
    ),
    "nests a hundred thousand lists": (
        "engine_not_json",
        "hear(); print('[' * 100_000, flush=True); hear()",
    ),
    "speaks numbers JSON does not have": (
        "engine_not_json",
        'hear(); print(\'{"type": "hello", "id": NaN}\', flush=True); hear()',
    ),
    "speaks another protocol": (
        "engine_wrong_protocol",
        "hear(); say(HELLO | {'protocol': 2}); hear()",
    ),
    "greets with another id": ("engine_wrong_id", "hear(); say(HELLO | {'id': 9}); hear()"),
    "greets with true for an id": (
        "engine_bad_message",
        "hear(); say(HELLO | {'id': False}); hear()",
    ),
    "greets with more than the protocol has": (
        "engine_bad_message",
        "hear(); say(HELLO | {'canary': 1}); hear()",
    ),
    "plays another version": (
        "engine_wrong_version",
        "hear(); say(HELLO | {'engineVersions': ['9.9.9']}); hear()",
    ),
    "refuses the greeting": (
        "engine_request_refused",
        "hear(); say({'type': 'error', 'id': 0, 'reason': 'no'}); hear()",
    ),
    "greets twice": (
        "engine_out_of_turn",
        "hear(); print(json.dumps(HELLO) + '\\n' + json.dumps(HELLO), flush=True); hear()",
    ),
    "never ends its line": (
        "engine_line_too_long",
        "hear()\nwhile True: sys.stdout.write('x' * 65536)",
    ),
    "dies after hello": ("engine_stopped", "hear(); say(HELLO)"),
}

AT_THE_ANSWER: dict[str, tuple[str, str]] = {
    "never answers": ("engine_timeout", "greeted(); time.sleep(60)"),
    "answers byte by byte for ever": (
        "engine_timeout",
        "greeted()\nwhile True: sys.stdout.write(' '); sys.stdout.flush(); time.sleep(0.01)",
    ),
    "dies in the middle of its line": (
        "engine_stopped",
        'greeted(); sys.stdout.write(\'{"type": "outc\'); sys.stdout.flush()',
    ),
    "answers another id": ("engine_wrong_id", "say(good(greeted()) | {'id': 2}); hear()"),
    "answers nothing known": (
        "engine_bad_message",
        "greeted(); say({'type': 'hurray', 'id': 1}); hear()",
    ),
    "answers with a hello": ("engine_bad_message", "greeted(); say(HELLO | {'id': 1}); hear()"),
    "refuses the request": (
        "engine_request_refused",
        "greeted(); say({'type': 'error', 'id': 1, 'reason': 'no'}); hear()",
    ),
    "names a kind it did not say": (
        "engine_bad_message",
        "say(good(greeted()) | {'kind': 'chess'}); hear()",
    ),
    "answers twice": (
        "engine_out_of_turn",
        "a = good(greeted()); sys.stdout.write(json.dumps(a) + '\\n' + json.dumps(a) + '\\n'); sys.stdout.flush(); hear()",
    ),
    "speaks after the end": (
        "engine_out_of_turn",
        "say(good(greeted())); sys.stdin.readline(); say({'late': True})",
    ),
    "ignores the end": ("engine_did_not_end", "say(good(greeted())); time.sleep(60)"),
    "closes its output and lives on": (
        "engine_did_not_end",
        "say(good(greeted())); os.close(1); time.sleep(60)",
    ),
    "leaves a child that holds its output": (
        "engine_did_not_end",
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n" + GOOD,
    ),
    "ends with an error": ("engine_ended_badly", "say(good(greeted())); sys.exit(3)"),
    "reads nothing more and answers early": (
        "engine_out_of_turn",
        "hear(); say(HELLO); time.sleep(0.2); say({'type': 'error', 'id': 1, 'reason': 'no'}); time.sleep(60)",
    ),
}

#: What a line changes in a good answer ``a``, and where that must be seen.
WRONG_OUTCOMES: dict[str, tuple[str, str]] = {
    "no outcome": ("del a['outcome']", "/outcome"),
    "a status of its own": ("a['outcome']['finalStatus'] = 'won'", "/outcome/finalStatus"),
    "a count that is text": ("a['outcome']['acceptedActions'] = '0'", "/outcome/acceptedActions"),
    "a wrong count": ("a['outcome']['acceptedActions'] = 1", "/outcome/acceptedActions"),
    "a decision too few": ("a['outcome']['decisions'].pop()", "/decisions"),
    "a decision too many": ("a['outcome']['decisions'] *= 2", "/decisions"),
    "another action": (
        "a['outcome']['decisions'][1]['actionId'] = 'canary'",
        "/decisions/1/actionId",
    ),
    "an adoption for an action": (
        "d = a['outcome']['decisions'][1]; del d['actionId']; d['adopt'] = 'canary'",
        "/decisions/1/actionId",
    ),
    "both action and adoption": (
        "a['outcome']['decisions'][1]['adopt'] = ''",
        "/decisions/1/adopt",
    ),
    "decisions out of order": ("a['outcome']['decisions'].reverse()", "/decisions/0/index"),
    "a place for a rejected action": (
        "a['outcome']['decisions'][0]['seq'] = 0",
        "/decisions/0/seq",
    ),
    "accepted with a reason": (
        "d = a['outcome']['decisions'][0]; d['accepted'] = True; d['seq'] = 0",
        "/decisions/0/reason",
    ),
    "rejected without a reason": (
        "del a['outcome']['decisions'][0]['reason']",
        "/decisions/0/reason",
    ),
    "accepted at a wrong place": (
        "d = a['outcome']['decisions'][0]; d['accepted'] = True; d['seq'] = 5; del d['reason']",
        "/decisions/0/seq",
    ),
    "a reason that is a sentence": (
        "a['outcome']['decisions'][0]['reason'] = 'Canary said no'",
        "/outcome/decisions/0/reason",
    ),
    "a null reason": (
        "a['outcome']['decisions'][0]['reason'] = None",
        "/outcome/decisions/0/reason",
    ),
    "one for true": (
        "a['outcome']['decisions'][0]['accepted'] = 0",
        "/outcome/decisions/0/accepted",
    ),
    "achievements out of order": (
        "a['outcome']['achievements'] = ['b', 'a']",
        "/outcome/achievements",
    ),
    "an achievement twice": ("a['outcome']['achievements'] = ['a', 'a']", "/outcome/achievements"),
    "a member of its own": ("a['outcome']['canary'] = 1", "/outcome/*"),
    "an ending that is text": ("a['outcome']['terminal'] = 'canary'", "/outcome/terminal"),
    "no steps": ("a['steps'] = []", "/steps"),
    "steps out of order": ("a['steps'].reverse()", "/steps/0/index"),
    "an issuer for a string that is not there": (
        "a['steps'][0]['issuedBy'] = {'/params/canary': 'campaign'}",
        "/steps/0/issuedBy",
    ),
    "an issuer of its own": (
        "a['steps'][0]['issuedBy'] = {'/actionId': 'canary'}",
        "/steps/0/issuedBy/*",
    ),
}
