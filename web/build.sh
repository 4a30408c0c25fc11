#!/usr/bin/env bash
# Builds the page into web/dist: installs what it is built with when package.json has changed, and
# builds when a source is newer than the last build. Quick when there is nothing to do.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
    echo "web: npm is missing (Debian: nodejs npm); the page is not built" >&2
    exit 77
fi
if ! cmp -s package.json node_modules/.installed-for; then
    npm install --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error >&2
    cp package.json node_modules/.installed-for
fi
# The time of the build is that of its beginning, so that an edit in the meantime counts as newer.
if [ ! -f dist/index.html ] || [ ! -f node_modules/.built ] ||
   [ -n "$(find src public index.html package.json vite.config.ts tsconfig.json -newer node_modules/.built -print -quit)" ]; then
    begun=$(mktemp)
    npm run --silent build >&2
    cp -p "$begun" node_modules/.built
    rm -f "$begun"
fi
