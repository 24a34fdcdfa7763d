"""Reports how many tests needed root, packages and the like, the longest ones, and each test that failed or did not run.

Reads Swift Testing's event stream (ABI version 0). A test's needs are tags of it, or of its suite, whose names begin
with "needs": `.tags(.needsRoot)`. If CI is set, everything that can be installed is there, and a test that did not run
is a failure; the recordings of real readers, and varlinkctl on Debian 12, cannot be installed.
"""

import collections
import json
import os
import re
import sys

# No package of CI's Debian has these.
NOT_INSTALLED = {".needsRecordings", ".needsVarlinkctl"}


def main():
    tests, skipped, failures, needs = {}, {}, [], collections.Counter()
    started, took = {}, collections.Counter()
    with open(sys.argv[1], encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            payload = record["payload"]
            if record["kind"] == "test" and payload["kind"] == "function":
                tests[payload["id"]] = payload
            elif record["kind"] == "event" and payload["kind"] == "testSkipped":
                skipped[payload["testID"]] = payload["messages"][0]["text"]
            elif record["kind"] == "event" and payload["kind"] == "issueRecorded":
                failures.append(payload)
            elif record["kind"] == "event" and payload["kind"] in ("testStarted", "testEnded"):
                moment = payload["instant"]["absolute"]
                begun = started.setdefault(payload.get("testID"), moment)
                took[payload.get("testID")] = moment - begun
    # A skipped suite is reported for each of its tests, too.
    skipped = {test: text for test, text in skipped.items() if test in tests}
    for test in tests.values():
        for tag in test.get("_tags", []):
            match = re.match(r"\.needs(\w+)$", tag)
            if match:
                needs[match[1].lower()] += 1
    wanted = ", ".join(f"{count} {need}" for need, count in sorted(needs.items()))
    print(f"\n{len(tests)} tests, of which need: {wanted or 'none anything but the packages of the build'}.")
    longest = [(name, seconds) for name, seconds in took.most_common() if name in tests][:5]
    print("Longest: " + ", ".join(f"{name.split('/Users')[0].split('(')[0]} {seconds:.0f} s" for name, seconds in longest) + ".")
    print(f"Not run: {len(skipped) or 'none'}.")
    for text in skipped.values():
        print(f"  {text}")
    # A long log is often read from its end only, so failures are repeated here.
    for failure in failures:
        place = failure["issue"].get("sourceLocation", {})
        print(f"\nFailed: {failure.get('testID', 'no test in particular')}")
        print(f"  at {place.get('fileID', 'an unknown place')}:{place.get('line', 0)}")
        for message in failure.get("messages", []):
            print(f"  {message['text']}")
    missed = [test for test in skipped if not NOT_INSTALLED & set(tests[test].get("_tags", []))]
    return 1 if missed and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
