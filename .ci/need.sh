# shellcheck shell=bash
# need TEST PACKAGE…: installs Debian packages if the command line TEST fails.
need() {
    bash -c "$1" &>/dev/null && return
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null
}
