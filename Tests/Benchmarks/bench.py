"""Measures the daemon beside bare libfprint and Debian's fprintd: bench.py BIOGATED MEASURE [--quick] [ROW...]

Each row is measured in one run, on virtual readers of the same kind, the candidates in turns; a candidate's figure is
the median of its rounds' medians. Prints one table, writes it as JSON, and fails if a ratio is above the one in
thresholds.json. The table has only ratios, because times depend on the machine; the JSON has the times, too.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

import rows

HERE = pathlib.Path(__file__).parent


class Bench:
    """The programs, the directory and the number of samples for the rows."""

    def __init__(self, room, options):
        self.room = pathlib.Path(room)
        self.biogated, self.measurer = options.biogated.resolve(), options.measure.resolve()
        self.rounds = 2 if options.quick else options.rounds
        self.quick = options.quick
        self.results = []

    def measure(self, candidate, what, samples, environment):
        """Samples in microseconds."""
        run = subprocess.run(
            [self.measurer, candidate, what, str(samples)], env=environment, capture_output=True, text=True,
            timeout=600)
        if run.returncode:
            raise RuntimeError(f"{candidate} {what}: {run.stderr.strip()}")
        return [int(line) / 1000 for line in run.stdout.split()]

    def by_turns(self, candidates):
        """Calls each of `candidates`, by name, once a round; returns their samples, a list for each round."""
        samples = {name: [] for name in candidates}
        names = list(candidates)
        for number in range(self.rounds):
            # No candidate is always the first, or always after the same one.
            for name in names[number % len(names):] + names[:number % len(names)]:
                samples[name].append(candidates[name]())
        return samples

    def report(self, row, samples, unit="µs", goals=(), notes=None):
        """Adds a row: samples by candidate and round, and goals as (candidate, of another, at most)."""
        figures = {}
        for name, rounds in samples.items():
            medians = [statistics.median(one) for one in rounds]
            figures[name] = {"median": statistics.median(medians), "min": min(medians), "max": max(medians)}
        ratios = [
            {"of": name, "to": other, "ratio": figures[name]["median"] / figures[other]["median"], "goal": goal}
            for name, other, goal in goals]
        self.add({"row": row, "unit": unit, "figures": figures, "ratios": ratios} | ({"notes": notes} if notes else {}))

    def add(self, result):
        self.results.append(result)
        for line in lines(result):
            print(line, flush=True)


def lines(result):
    """A result as lines of the table."""
    yield f"\n{result['row']}"
    for name, figure in result.get("figures", {}).items():
        spread = f"({figure['min']:.6g} to {figure['max']:.6g})" if "min" in figure else ""
        yield f"  {name:28} {figure['median']:10.5g} {result['unit']} {spread}"
    for ratio in result.get("ratios", []):
        verdict = "" if ratio["goal"] is None else (
            f"goal {ratio['goal']:.4g}: " + ("met" if ratio["ratio"] <= ratio["goal"] else "missed"))
        yield f"  {ratio['of']} / {ratio['to']}: {ratio['ratio']:.2f}  {verdict}"
    for name, value in result.get("notes", {}).items():
        yield f"  {name}: {value}"


def machine():
    model = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    version = lambda package: subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True).stdout
    return {
        "processor": f"{os.cpu_count()} x {model}", "kernel": platform.release(),
        "libfprint": version("libfprint-2-2"), "fprintd": version("fprintd"), "load": os.getloadavg()[0],
    }


def above_thresholds(results):
    """Ratios above the committed ones, by row."""
    thresholds = json.loads((HERE / "thresholds.json").read_text())["ratios"]
    for result in results:
        for ratio in result.get("ratios", []):
            name = f"{ratio['of']} / {ratio['to']}"
            limit = thresholds.get(result["row"], {}).get(name)
            if limit is not None and ratio["ratio"] > limit:
                yield f"{result['row']}: {name} is {ratio['ratio']:.2f}, above {limit}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("biogated", type=pathlib.Path)
    parser.add_argument("measure", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="two short rounds: does it run?")
    parser.add_argument("--json", type=pathlib.Path, default=pathlib.Path(".build/benchmarks/results.json"))
    parser.add_argument("rows", nargs="*", metavar="ROW", help=" ".join(rows.ALL))
    options = parser.parse_args()
    chosen = rows.chosen(options.rows)
    room = tempfile.mkdtemp(prefix="biogate-bench-")
    try:
        bench = Bench(room, options)
        for row in chosen:
            row(bench)
    finally:
        shutil.rmtree(room, ignore_errors=True)
    options.json.write_text(json.dumps({"machine": machine(), "rows": bench.results}, indent=2) + "\n")
    problems = list(above_thresholds(bench.results))
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
