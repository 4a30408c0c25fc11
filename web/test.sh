#!/usr/bin/env bash
# web/test.sh [NEBEL]: all tests of the page: units, then the built page with the real server in
# Chromium. NEBEL is the program that serves it (or the variable NEBEL_PROGRAM, or the build folder).
# Ends with a count; status 77 when the browser tests could not be run here.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] && export NEBEL_PROGRAM=$1
report=$(mktemp -d)
trap 'rm -rf "$report"' EXIT

./build.sh || exit $?

passed=0 failed=0
# count NAME: adds what the run reported; a run without a report has failed.
count() {
    local numbers
    numbers=$(node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1])); console.log(r.numPassedTests, r.numFailedTests + (r.success ? 0 : r.numFailedTests ? 0 : 1))' "$report/$1.json" 2>/dev/null) || numbers="0 1"
    read -r p f <<<"$numbers"
    passed=$((passed + p)) failed=$((failed + f))
}
npx --no-install vitest run --reporter=default --reporter=json --outputFile.json="$report/unit.json"
count unit

if [ ! -x "${NEBEL_CHROMIUM:-/usr/bin/chromium}" ]; then
    echo "web: $passed passed, $failed failed; the browser tests are skipped: there is no chromium (Debian: chromium)"
    [ "$failed" -eq 0 ] && exit 77 || exit 1
fi
npx --no-install vitest run --config e2e/vitest.config.ts --reporter=default --reporter=json --outputFile.json="$report/e2e.json"
count e2e
echo "web: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
