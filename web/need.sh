#!/bin/sh
# Makes sure that the tools of the named groups are there: sh web/need.sh GROUP...
#
# A missing tool is installed from Debian's packages (as root, or through sudo). What is installed, and why, is
# said first. OKEY_NO_INSTALL=1 forbids installing: then a missing tool is an error.
set -eu

fail() {
    echo "error: $1 ($2)" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Debian starts a server as soon as it is installed, unless this file says no; nobody here asks for that.
start_no_servers() {
    policy=/usr/sbin/policy-rc.d
    [ ! -e "$policy" ] || return 0
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
    trap 'as_root rm -f "$policy"' EXIT
}

# need TEST PACKAGES REASON: installs PACKAGES unless the command TEST succeeds.
need() {
    if sh -c "$1" >/dev/null 2>&1; then return; fi
    [ -z "${OKEY_NO_INSTALL:-}" ] || fail "missing: $2, needed $3" "install it, or unset OKEY_NO_INSTALL"
    command -v apt-get >/dev/null || fail "missing: $2, needed $3" "install it by hand: this is no Debian system"
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || fail "missing: $2, needed $3" "run: apt-get install $2"
    echo "installing $2: needed $3"
    log=$(mktemp)
    start_no_servers
    # shellcheck disable=SC2086
    if ! { as_root apt-get -q update && as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends $2; } >"$log" 2>&1 </dev/null; then
        reason=$(grep -aE '^(E|W): ' "$log" | tail -n 1 || true)
        rm -f "$log"
        fail "cannot install $2, needed $3: ${reason:-apt-get failed}" "check the network and run: apt-get install $2"
    fi
    rm -f "$log"
    sh -c "$1" >/dev/null 2>&1 || fail "$2 is installed, yet '$1' still fails" "check the PATH"
}

for group in "$@"; do
    case $group in
    venv) need "python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))'" \
        "python3 python3-venv" "to set up the Python environment" ;;
    npm) need "command -v npm" "npm" "to fetch Pyodide and the fonts" ;;
    clang) need "command -v clang-19 && command -v wasm-ld-19" "clang-19 lld-19" "to compile pygame-ce to WebAssembly" ;;
    chromium) need "command -v chromium" "chromium" "to run the browser tests" ;;
    firefox) need "command -v firefox-esr" "firefox-esr" "to run the browser tests in Firefox" ;;
    webkit) need "command -v WebKitWebDriver && command -v xvfb-run && command -v xauth" \
        "webkit2gtk-driver xvfb xauth" "to run the browser tests in WebKit" ;;
    nginx) need "command -v nginx || test -x /usr/sbin/nginx" "nginx" "to test the relay behind a reverse proxy" ;;
    redis) need "command -v redis-server" "redis-server" "to test relays that share rooms" ;;
    systemd) need "command -v systemd-analyze" "systemd" "to check the relay's unit" ;;
    iproute) need "command -v ip" "iproute2" "to pull a cable between two machines in a test" ;;
    *) fail "need.sh: no group '$group'" \
        "use one of: venv npm clang chromium firefox webkit nginx redis systemd iproute" ;;
    esac
done
