#!/bin/sh
# Builds the clients' packages (a wheel, an sdist, and a tarball like npm's): Clients/build.sh PYTHON DESTINATION
set -eu
python=$1 destination=$2
cd "$(dirname "$0")"
rm -rf "$destination"
mkdir -p "$destination/source"
# Building writes beside the sources, so it builds a copy.
cp -R python node "$destination/source"
homepage=$(../.ci/project homepage)
cd "$destination"
# Omitted while there is none.
if [ -n "$homepage" ]; then
    printf '\n[project.urls]\nHomepage = "%s"\n' "$homepage" >>source/python/pyproject.toml
    sed -i "s|^  \"license\":|  \"homepage\": \"$homepage\",\n&|" source/node/package.json
fi

"$python" -m pip wheel --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation \
    --wheel-dir . source/python
(cd source/python && "$python" -c 'from setuptools import build_meta; build_meta.build_sdist("../..")' >/dev/null 2>../sdist.log) ||
    { cat source/sdist.log >&2 && exit 1; }

name=$(node -p 'const { name, version, files } = JSON.parse(fs.readFileSync("source/node/package.json")); `${name}-${version}`')
files=$(node -p 'JSON.parse(fs.readFileSync("source/node/package.json")).files.join(" ")')
# shellcheck disable=SC2086 # one word a file
tar --create --gzip --file "$name.tgz" --directory source/node --transform 's,^,package/,' \
    --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rw,go=r \
    package.json README.md LICENSE $files
rm -rf source
