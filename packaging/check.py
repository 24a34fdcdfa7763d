"""Builds the RPM and runs Arch's recipe on existing programs, and compares both with the Debian package.

check.py DEB-DIRECTORY PROGRAMS OUTPUT-DIRECTORY. Does not run the compiler's part of both recipes, `make build`, again,
nor the scriptlets, which need other systems than Debian.
"""

import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
# The three systems' names for the same place.
PLACES = [
    (r"^/lib/", "/usr/lib/"),
    (r"/zsh/vendor-completions/", "/zsh/site-functions/"),
    (r"^(/usr/share/man/.*)\.gz$", r"\1"),
    (r"^/usr/lib(64|/[a-z0-9_]+-linux-gnu)/biogate/", "/usr/lib/biogate/"),
]
# Each system's own rules for documents; the conversion is for a configuration that only the Debian package ever had.
OWN = re.compile(r"^/usr/share/(doc|licenses|lintian|biogate)(/|$)")


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def fail(text):
    sys.exit(f"packages: {text}")


def files(paths, libexec="/usr/libexec"):
    """Paths with Debian's names, without directories."""
    result = set()
    for path in paths:
        path = re.sub(f"^{libexec}/(biogate[^/]*)$", r"/usr/libexec/\1", path)
        for pattern, replacement in PLACES:
            path = re.sub(pattern, replacement, path)
        if not OWN.match(path):
            result.add(path)
    return result


def debian(directory):
    [package] = directory.glob("biogate_*.deb")
    # The package's place of Swift's runtime, among the libraries of one architecture.
    installed = directory / "installed"
    shutil.rmtree(installed, ignore_errors=True)
    run("dpkg-deb", "--extract", package, installed)
    if list(installed.glob("usr/lib/biogate/*.so")):
        fail("the Debian package has libraries of one architecture in /usr/lib/biogate")
    for program in ["bin/biogate", "libexec/biogated"]:
        run(installed / "usr" / program, "--version", env={"PATH": "/usr/bin:/bin"})
    shutil.rmtree(installed)
    lines = run("dpkg-deb", "--contents", package).splitlines()
    # A link is listed with its target.
    paths = [line.split(maxsplit=5)[5].removeprefix(".") for line in lines if not line.startswith("d")]
    return files(path.split(" -> ")[0] for path in paths)


def sources(directory):
    """The committed files."""
    run("git", "clone", "--quiet", ROOT, directory)
    return directory


def vendor(clone, archive):
    """Makes the archive of `make vendor`, and resolves the packages with it without a network."""
    run("make", "--silent", "vendor", f"VENDOR={archive}", cwd=ROOT)
    run("tar", "--extract", f"--file={archive}", cwd=clone)
    offline = ["--skip-update", "--disable-automatic-resolution", "--cache-path", clone.parent / "no-cache"]
    run("unshare", "--map-root-user", "--net", "swift", "package", *offline, "show-dependencies", cwd=clone)


def recipes():
    """No recipe fetches in its build, and none of their scripts ends a socket on which calls wait."""
    for recipe, build in [("arch/PKGBUILD", r"^build\(\) \{\n(.*?)^\}"), ("rpm/biogate.spec", r"^%build\n(.*?)^%install")]:
        said = re.search(build, (HERE / recipe).read_text(), re.MULTILINE | re.DOTALL)[1]
        if "make" not in said or "OFFLINE=true" not in said:
            fail(f"{recipe} fetches while it builds")
    for script in ["arch/biogate.install", "rpm/biogate.spec"]:
        for line in (HERE / script).read_text().replace("%{sockets}", ".socket").splitlines():
            if "restart" in line and ".socket" in line:
                fail(f"{script} restarts a socket: {line}")


def addresses():
    """Names and addresses are in Sources/GateModel/Project.swift, and an address that does not exist is nowhere."""
    invented = r"@[a-z0-9.-]+\.(example|invalid)\b|@users\.noreply|https?://(github\.com|[a-z.]*)/?biometricgate"
    found = subprocess.run(["git", "grep", "--line-number", "--extended-regexp", "--ignore-case", invented, "--",
                            ":!packaging/check.py"], cwd=ROOT, text=True, stdout=subprocess.PIPE).stdout
    if found:
        fail(f"these addresses do not exist:\n{found}")
    contact = run(ROOT / ".ci/project", "contact").strip()
    for place in ["debian/control", "Windows/debian/control"]:
        if f"\nMaintainer: {contact}\n" not in (ROOT / place).read_text():
            fail(f"{place} has another maintainer than Sources/GateModel/Project.swift: {contact}")


def rpm(clone, programs, version, output):
    archive = output / "SOURCES" / f"biogate-{version}.tar.gz"
    archive.parent.mkdir()
    run("git", "archive", f"--prefix=biogate-{version}/", f"--output={archive}", "HEAD", cwd=clone)
    vendor(clone, archive.with_name(f"biogate-{version}-vendor.tar.gz"))
    log = output / "rpmbuild.log"
    with log.open("w") as said:
        built = subprocess.run(
            ["rpmbuild", "-bb", "--nodeps", "--define", f"_topdir {output}", "--define", f"programs {programs}",
             clone / "packaging/rpm/biogate.spec"], stdout=said, stderr=subprocess.STDOUT)
    if built.returncode:
        fail(f"rpmbuild failed:\n{log.read_text()}")
    [package] = output.glob("RPMS/*/biogate-*.rpm")
    query = ["rpm", "--query", "--package", package]
    needed, given = run(*query, "--requires"), run(*query, "--provides")
    for name in ["libfprint-2.so.2", "libpam.so.0", "tpm2-tss"]:
        if name not in needed:
            fail(f"the RPM does not ask for {name}")
    if "/third-party" not in run(*query, "--licensefiles"):
        fail("the RPM lacks the licences of what its programs contain")
    if "libswift" in needed + given or "Foundation" in needed + given:
        fail("the RPM offers, or asks others for, Swift's runtime")
    entries = run(*query, "--queryformat", "[%{FILEMODES:perms} %{FILENAMES}\n]").splitlines()
    return package, files(line.split(maxsplit=1)[1] for line in entries if not line.startswith("d"))


def arch(clone, programs, output):
    installed = output / "pkgdir"
    makepkg = 'set -eu; . "$0"; cd "$1"; pkgdir=$2; package'
    build = clone.parent / "arch"
    build.mkdir()
    shutil.copytree(clone, build / "biogate")
    (build / "biogate/.build/release").symlink_to(programs)
    run("bash", "-c", makepkg, clone / "packaging/arch/PKGBUILD", build, installed, cwd=clone)
    run("bash", "-n", clone / "packaging/arch/biogate.install")
    # Swift's runtime is found from the programs that systemd starts, and from those that people start.
    for program in ["bin/biogate", "lib/biogate/biogated"]:
        run(installed / "usr" / program, "--version", env={"PATH": "/usr/bin:/bin"})
    unit = (installed / "usr/lib/systemd/system/biogated.service").read_text()
    if "ExecStart=/usr/lib/biogate/biogated" not in unit:
        fail("Arch's unit starts another program than the one that is installed")
    paths = [f"/{path.relative_to(installed)}" for path in installed.rglob("*") if not path.is_dir()]
    return files(paths, libexec="/usr/lib/biogate")


def main(debs, programs, output):
    version = re.search(r'"(.*)"', (ROOT / "Sources/GateModel/Version.swift").read_text())[1]
    for recipe, pattern in [("arch/PKGBUILD", r"^pkgver=(.*)$"), ("rpm/biogate.spec", r"^Version: *(.*)$")]:
        said = re.search(pattern, (HERE / recipe).read_text(), re.MULTILINE)[1]
        if said != version:
            fail(f"{recipe} says {said}, Sources/GateModel/Version.swift {version}")
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    recipes()
    addresses()
    wanted = debian(debs)
    clone = sources(output / "clone")
    package, of_rpm = rpm(clone, programs, version, output)
    for name, found in [("the RPM", of_rpm), ("Arch's package", arch(clone, programs, output))]:
        if found != wanted:
            fail(f"{name} lacks {sorted(wanted - found)} and has {sorted(found - wanted)} beyond the Debian package")
    print(f"{package.relative_to(ROOT)} and Arch's recipe have the {len(wanted)} files of the Debian package.")


if __name__ == "__main__":
    main(*(pathlib.Path(word).resolve() for word in sys.argv[1:]))
