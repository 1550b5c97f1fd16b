# Runs a program that sees read-only copies of the given paths and nothing else. It runs as root of new namespaces, which
# have no network, and the program loses all rights of that root.
#   sandbox.sh KILOBYTES PATHS PROGRAM ARGUMENT …
# PATHS has one on each line.
# The limit is of all memory that the program writes, buffers included.
set -eu
ulimit -d "$1"
shown=$2
shift 2
IFS='
'
set -f
mount -t tmpfs -o mode=755 tmpfs /mnt
for path in $shown; do
  if [ -e "/mnt$path" ] || [ ! -e "$path" ]; then continue; fi
  mkdir -p "/mnt$(dirname "$path")"
  if [ -L "$path" ]; then
    cp -P "$path" "/mnt$path"
    continue
  fi
  if [ -d "$path" ]; then mkdir "/mnt$path"; else : > "/mnt$path"; fi
  mount --bind "$path" "/mnt$path"
  mount -o remount,bind,ro "/mnt$path"
done
mount -o remount,ro /mnt
unset PWD
exec chroot /mnt setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
