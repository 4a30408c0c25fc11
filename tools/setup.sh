# Sourced by ./play and ./test: installs the Debian packages that are missing and builds a preset.
# Works as root or with sudo; installs nothing that is already there.

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
if [ ! -t 2 ]; then say() { printf '%s\n' "$*" >&2; }; fi

# install_packages KIND...: everything tools/packages.txt lists for these kinds.
install_packages() {
    local kinds=" $* " missing=() kind name
    while read -r kind name; do
        case "$kind" in ''|'#'*) continue ;; esac
        case "$kinds" in *" $kind "*) ;; *) continue ;; esac
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
    done < tools/packages.txt
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        say "These packages are missing, and this is not a Debian system: ${missing[*]}"
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "Please install as root: apt-get install ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing ${#missing[@]} Debian packages (once): ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update &&
           "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
           >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        say "The packages could not be installed; the whole story is in $log"
        return 1
    fi
    rm -f "$log"
}

# build PRESET [TARGET...]: configures once, then builds what changed. Quiet unless it fails.
build() {
    local preset=$1 log
    shift
    mkdir -p build
    log=build/$preset.log
    if [ ! -f "build/$preset/build.ninja" ]; then
        say "Building Nebel ($preset); the first time takes a few minutes."
    fi
    if ! { { [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"; } &&
           cmake --build "build/$preset" ${1:+--target "$@"}; } >"$log" 2>&1; then
        grep -E 'error|FAILED|undefined reference' "$log" | head -n 20 >&2 || true
        say "The build failed; the whole story is in $log"
        return 1
    fi
}
