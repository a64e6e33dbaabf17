# shellcheck shell=bash
# need COMMAND PACKAGE…: installs Debian's packages if there is no such command.
need() {
    command -v "$1" >/dev/null && return
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null
}
