# shellcheck shell=bash
# need TEST PACKAGE…: installs Debian's packages where a command line that needs them all does not succeed.
need() {
    bash -c "$1" &>/dev/null && return
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null
}
