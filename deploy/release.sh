#!/bin/sh
# Installs releases of Candor side by side and selects the one that runs. See docs/operating/upgrade.md.
#   release.sh install candor-0.3.0.tar.gz   checks the archive, unpacks it, installs its packages, adds its assets
#   release.sh activate 0.3.0                points `current` at it
#   release.sh list                          lists what is installed; * marks the active release
#   release.sh remove 0.2.0                  deletes a release that isn't active
# CANDOR_ROOT, by default /opt/candor, holds releases/VERSION, assets/ and the link `current`.
set -eu

root=${CANDOR_ROOT:-/opt/candor}
asset_days=30 # how long a page may stay open after an upgrade
umask 022

fail() {
  echo "$1" >&2
  exit 1
}

# Adds a release's assets to the shared folder, or renews their time. A file appears complete.
publish_assets() {
  staged=$(mktemp -d "$root/assets/.staged-XXXXXX")
  cp "$1"/build/client/assets/* "$staged/"
  mv -f "$staged"/* "$root/assets/"
  rmdir "$staged"
}

install_release() {
  archive=$1
  [ -f "$archive" ] || fail "There is no file $archive."
  [ -f "$archive.sha256" ] || fail "There is no $archive.sha256: it comes with the archive."
  (cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256") ||
    fail "$archive isn't the file that was made: its SHA-256 differs. Nothing was installed."

  name=$(basename "$archive" .tar.gz)
  version=${name#candor-}
  target=$root/releases/$version
  [ ! -e "$target" ] || fail "$version is installed already, in $target."

  mkdir -p "$root/releases" "$root/assets"
  making=$(mktemp -d "$root/releases/.installing-XXXXXX")
  trap 'rm -rf "$making"' EXIT
  tar --extract --file="$archive" --directory="$making" --strip-components=1 --no-same-owner
  chmod 755 "$making"

  echo "Installing the packages of $version"
  (cd "$making" && npm ci --omit=dev --include=optional --no-audit --no-fund)
  (cd "$making" && node scripts/check-release.js)

  # the open pages of the active release need its assets for another $asset_days days
  [ ! -e "$root/current" ] || publish_assets "$root/current"
  publish_assets "$making"
  find "$root/assets" -type f -mtime "+$asset_days" -delete

  mv "$making" "$target"
  trap - EXIT
  echo "Installed $version in $target. It doesn't run yet: $0 activate $version"
}

activate_release() {
  [ -f "$root/releases/$1/release.json" ] || fail "$1 isn't installed: $0 list"
  ln -sfn "releases/$1" "$root/current.next"
  mv -T "$root/current.next" "$root/current"
  echo "$root/current is $1. Processes that are started from now on run it."
}

list_releases() {
  active=$(basename "$(readlink "$root/current" || true)")
  for folder in "$root"/releases/*/; do
    [ -f "$folder/release.json" ] || continue
    version=$(basename "$folder")
    if [ "$version" = "$active" ]; then echo "* $version"; else echo "  $version"; fi
  done
}

remove_release() {
  [ -f "$root/releases/$1/release.json" ] || fail "$1 isn't installed: $0 list"
  [ "$(basename "$(readlink "$root/current" || true)")" != "$1" ] || fail "$1 is active."
  rm -rf "${root:?}/releases/$1"
  echo "Removed $1"
}

case "${1:-} ${2:+x}" in
"install x") install_release "$2" ;;
"activate x") activate_release "$2" ;;
"remove x") remove_release "$2" ;;
"list ") list_releases ;;
*) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
