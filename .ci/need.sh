# shellcheck shell=bash
# need TEST PACKAGE…: installs Debian packages if the command line TEST fails.
need() {
    bash -c "$1" &>/dev/null && return
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null
}

# page_modules: installs what the page's tests need: npm, Chromium and the modules in page/node_modules.
page_modules() {
    need 'command -v npm' npm
    need 'command -v chromium' chromium
    (cd page && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --silent --no-package-lock)
}
