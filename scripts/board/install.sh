#!/usr/bin/env bash
# Puts Loci on a board (Le Potato, Raspberry Pi, any Debian on arm64 or amd64) and keeps it up to date. Run as often as
# you like: it does what is left to do. docs/board.md goes through it step by step.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: install.sh [flags] loci-vault-VERSION-linux-CPU.tgz   install, or update to it
       install.sh --roll-back                                back to the release before (again: forward)
       install.sh --uninstall                                remove everything but the vault

The file is what bundle.sh makes: Loci with its packages and its Node.

  --from URL    the vault of this board is a copy of the one at this git remote (first time only)
TEXT
}

needed=(alsa-utils espeak-ng git ca-certificates)
wished=(pocketsphinx pocketsphinx-en-us gpiod)
needed_mb=700

opt=/opt/loci
state=/var/lib/loci
vault=$state/vault
units=/etc/systemd/system
# The release that is being unpacked; gone when this ends, however it ends.
staging=
# The folder of the script that came with the package and runs in place of the one that was started.
handed=${LOCI_INSTALLER:-}
from=

main() {
  local task=install tarball=
  while [ $# -gt 0 ]; do
    case $1 in
      --roll-back) task=roll_back ;;
      --uninstall) task=uninstall ;;
      --from)
        [ $# -gt 1 ] || refuse "Cannot use --from: it takes the address of a git remote"
        from=$2
        shift
        ;;
      --help | -h) usage && exit 0 ;;
      -*) refuse "Cannot use \"$1\": there is no such flag; see install.sh --help" ;;
      *)
        [ -z "$tarball" ] || refuse "Cannot install \"$1\": one package at a time"
        tarball=$1
        ;;
    esac
    shift
  done
  [ "$task" = install ] || [ -z "$tarball" ] || refuse "Cannot use \"$tarball\" here: only to install"
  check_system
  [ "$task" != install ] || check_tarball "$tarball"
  mkdir -p "$opt/releases"
  exec 9>"$opt/.lock"
  flock -n 9 || refuse "Cannot install: another install.sh is running"
  trap 'rm -rf ${staging:+"$staging"} ${handed:+"$handed"}' EXIT
  "$task" "$tarball"
}

say() { printf '%s\n' "$*"; }
refuse() {
  printf '%s\n' "$*" >&2
  exit 1
}

# --- What must be so before anything is touched

check_system() {
  [ "$(id -u)" = 0 ] || refuse "Cannot install without being root: run it by sudo"
  local ID='' ID_LIKE='' VERSION_ID='' PRETTY_NAME=unknown cpu
  # shellcheck source=/dev/null
  [ ! -r /etc/os-release ] || . /etc/os-release
  case " $ID $ID_LIKE " in
    *" debian "*) ;;
    *) refuse "Cannot install on \"$PRETTY_NAME\": it is not Debian or made from it (Armbian, Raspberry Pi OS)" ;;
  esac
  [ "$ID" != debian ] || [ "${VERSION_ID:-99}" -ge 12 ] ||
    refuse "Cannot install on \"$PRETTY_NAME\": it takes Debian 12 or newer"
  cpu=$(dpkg --print-architecture)
  case $cpu in
    arm64 | amd64) ;;
    *) refuse "Cannot install on \"$cpu\": it takes a 64-bit system (arm64 or amd64); flash a 64-bit image" ;;
  esac
}

check_tarball() {
  [ -n "$1" ] || refuse "Cannot install without a package: name the file that bundle.sh made"
  [ -f "$1" ] || refuse "Cannot install \"$1\": there is no such file"
  local free
  [ "$(field_of "$1" name || true)" = loci-vault ] ||
    refuse "Cannot install \"$1\": it is no package of Loci, or it was not copied to its end"
  tar -tzf "$1" package/node/bin/node >/dev/null 2>&1 ||
    refuse "Cannot install \"$1\": there is no Node in it; scripts/board/bundle.sh makes a whole package of it"
  free=$(df --output=avail -m "${opt%/*}" | tail -n 1)
  [ "$free" -ge "$needed_mb" ] ||
    refuse "Cannot install into $opt: it takes $needed_mb MB, and $((free)) MB are free; \"apt-get clean\" may help"
}

# A field of the package's package.json, which npm writes one to a line.
field_of() {
  gzip -t "$1" 2>/dev/null || return 1
  tar -xzOf "$1" package/package.json 2>/dev/null | sed -n "s/^  \"$2\": \"\([^\"]*\)\".*/\1/p" | head -n 1
}

# --- Install and update

install() {
  [ -n "$handed" ] || hand_over "$1"
  local version release
  version=$(field_of "$1" version)
  release=$opt/releases/$version-$(sha256sum "$1" | cut -c1-8)
  say "Loci $version for $(dpkg --print-architecture)"
  add_packages
  add_user
  [ -d "$release" ] || add_release "$1" "$release"
  add_vault "$release"
  add_links
  switch_to "$release"
  drop_old_releases
  say "Loci $(is_running && echo runs || echo is installed). Next: sudo loci doctor --audio"
  say "Settings: sudoedit -u loci $state/.config/loci/device.yaml, then sudo systemctl restart loci"
}

# The package knows best how it is installed: its own script goes on, also where an older one was started.
hand_over() {
  local own
  own=$(mktemp -d)
  tar -xzf "$1" -C "$own" --strip-components=3 --no-same-owner package/scripts/board
  exec 9>&-
  LOCI_INSTALLER=$own exec bash "$own/install.sh" ${from:+--from "$from"} "$1"
}

add_packages() {
  local name status
  if status=$(dpkg-query -W -f '${db:Status-Abbrev}\n' "${needed[@]}" "${wished[@]}" 2>/dev/null) &&
    ! grep -qv '^.i' <<<"$status"; then return 0; fi
  say "Packages: ${needed[*]} ${wished[*]}"
  add_package update || say "  The lists of packages are as old as they were: no network?"
  add_package install "${needed[@]}" || refuse "Cannot install Debian's packages: see what apt-get says above"
  for name in "${wished[@]}"; do
    add_package install "$name" || say "  Without $name: this system does not have it, and Loci does without"
  done
}

# Nothing that it starts may keep the lock of this script.
add_package() { DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends "$@" >/dev/null 9>&-; }

add_user() {
  getent group gpio >/dev/null || groupadd --system gpio
  getent passwd loci >/dev/null ||
    useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin loci
  usermod -aG audio,gpio loci
}

# Unpacked and tried aside; the release appears by one rename, complete.
add_release() {
  say "Release: $2"
  rm -rf "$opt"/releases/.new-*
  staging=$(mktemp -d "$opt/releases/.new-XXXXXX")
  tar -xzf "$1" -C "$staging" --strip-components=1 --no-same-owner
  chmod -R u=rwX,go=rX "$staging"
  try_release
  sync -f "$staging"
  mv "$staging" "$2"
  staging=
}

# Saves and recalls a memory, which needs Node, the native parts and the package to be whole and for this machine.
try_release() {
  local folder found
  folder=$(mktemp -d)
  chown loci: "$folder"
  found=$(as_loci "$folder" "$staging" init "$folder/vault" --quiet >/dev/null &&
    as_loci "$folder" "$staging" remember "The kettle is blue" --vault "$folder/vault" --quiet >/dev/null &&
    as_loci "$folder" "$staging" recall kettle --vault "$folder/vault" --quiet) || true
  rm -rf "$folder"
  case $found in
    *"kettle is blue"*) ;;
    *) refuse "Cannot use the package: it does not run on this machine (see above); nothing was changed" ;;
  esac
}

# by_loci WORD…: a program as the user loci. It never shares root's terminal, into which it could type.
by_loci() (
  cd /
  if [ -t 0 ] && [ -t 1 ]; then
    runuser --pty -u loci -- "$@"
  else
    setsid --wait runuser -u loci -- "$@"
  fi
)

# as_loci HOME RELEASE WORD…
as_loci() {
  local home=$1 release=$2 cache=$1/.cache
  shift 2
  [ "$home" != "$state" ] || cache=/var/cache
  by_loci env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$home" XDG_CACHE_HOME="$cache" \
    "$release/node/bin/node" "$release/dist/cli/main.js" "$@"
}

# --- The vault, and the files of the system

# Below $state everything belongs to the user loci, who may put a link anywhere: root writes nothing there, and changes
# no owner and no rights.
add_vault() {
  local is_set=
  install_folder "$state"
  install_folder /var/cache/loci
  refuse_link "$vault"
  refuse_link "$vault/.loci"
  [ ! -e "$state/.config/loci/device.yaml" ] || is_set=1
  if [ -e "$vault/loci.yaml" ]; then
    say "The vault is in place: $vault"
  else
    say "Vault: $vault"
    as_loci "$state" "$1" init "$vault" ${from:+--from "$from"}
  fi
  [ -z "$is_set" ] || return 0
  # Read by root, written by loci.
  # shellcheck disable=SC2016
  by_loci sh -euc 'umask 077; mkdir -p "$1"; cd "$1"; rm -f device.yaml.new; cat >device.yaml.new; mv -f device.yaml.new device.yaml' \
    sh "$state/.config/loci" <"$1/scripts/board/device.yaml"
}

refuse_link() {
  [ ! -L "$1" ] || refuse "Cannot use \"$1\": it is a link; put a folder in its place"
}

install_folder() {
  refuse_link "$1"
  mkdir -p "$1"
  chown -h loci:loci "$1"
  chmod 0700 "$1"
}

# Links through `current`: commands, unit, rules and program change in one step, forward and back.
add_links() {
  point /etc/systemd/journald.conf.d/60-loci.conf "$opt/current/scripts/board/journald.conf"
  point /etc/udev/rules.d/60-loci-gpio.rules "$opt/current/scripts/board/gpio.rules"
  point /usr/local/bin/loci "$opt/current/scripts/board/loci"
  point /usr/local/sbin/loci-install "$opt/current/scripts/board/install.sh"
  point "$units/loci.service" "$opt/current/scripts/board/loci.service"
  point "$units/multi-user.target.wants/loci.service" "$units/loci.service"
}

# point LINK TARGET, in one step.
point() {
  [ "$(readlink "$1" || true)" != "$2" ] || return 0
  mkdir -p "$(dirname "$1")"
  ln -sfn "$2" "$1.new"
  mv -fT "$1.new" "$1"
}

has_systemd() { [ -d /run/systemd/system ]; }
is_running() { has_systemd && systemctl --quiet is-active loci.service; }

# --- From one release to another

switch_to() {
  local before
  before=$(readlink "$opt/current" || true)
  if [ "$before" = "$1" ] && is_running; then
    say "It is running: $(basename "$1")"
    return 0
  fi
  point "$opt/current" "$1"
  if ! start_service; then
    if [ "$before" = "$1" ] || [ ! -d "$before" ]; then
      refuse "Cannot start Loci: see \"journalctl -u loci\"; \"systemctl restart loci\" tries again"
    fi
    point "$opt/current" "$before"
    start_service || true
    refuse "Cannot start Loci $(basename "$1"): back to $(basename "$before"); see \"journalctl -u loci\""
  fi
  [ -z "$before" ] || [ "$before" = "$1" ] || point "$opt/previous" "$before"
  sync -f "$opt"
}

# Returns once it is ready, as it tells systemd.
start_service() {
  has_systemd || { say "systemd does not run here: the service starts with the next boot" && return 0; }
  systemctl try-restart systemd-journald.service || true
  udevadm control --reload || true
  udevadm trigger --subsystem-match=gpio || true
  systemctl daemon-reload
  systemctl restart loci.service
}

roll_back() {
  local previous
  previous=$(readlink "$opt/previous" || true)
  [ -d "$previous" ] || refuse "Cannot roll back: there is no release before this one in $opt"
  say "Back to $(basename "$previous")"
  switch_to "$previous"
}

# Kept: the one that runs and the one before it.
drop_old_releases() {
  local release
  for release in "$opt"/releases/*; do
    case $release in "$(readlink "$opt/current")" | "$(readlink "$opt/previous" || true)") ;; *) rm -rf "$release" ;; esac
  done
}

uninstall() {
  say "Removing Loci; the vault stays: $state"
  if has_systemd; then systemctl disable --now loci.service || true; fi
  rm -f "$units/loci.service" "$units/multi-user.target.wants/loci.service" /usr/local/bin/loci \
    /usr/local/sbin/loci-install /etc/systemd/journald.conf.d/60-loci.conf /etc/udev/rules.d/60-loci-gpio.rules
  if has_systemd; then systemctl daemon-reload; fi
  rm -rf "$opt" /var/cache/loci
  say "To delete what it remembered too: rm -rf $state && userdel loci"
}

main "$@"
