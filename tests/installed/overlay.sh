#!/bin/sh
# Runs a command over this system with everything that a package writes to in layers of its own.
# Usage: unshare --mount [--map-root-user] overlay.sh FOLDER COMMAND…; FOLDER takes the layers.
set -e

layers=$1
shift
mount --make-rprivate /
for place in usr etc var/lib opt; do
  [ -d "/$place" ] || continue
  mkdir -p "$layers/$place/upper" "$layers/$place/work"
  options="lowerdir=/$place,upperdir=$layers/$place/upper,workdir=$layers/$place/work"
  mount -t overlay overlay -o "$options" "/$place" 2> /dev/null \
    || mount -t overlay overlay -o "$options,userxattr" "/$place"
done
exec "$@"
