#!/bin/sh
# Uploads the pictures beside this script to a Supabase project whose database has loaded the export. Those that are
# there already stay, so that it may run again. Node and npm are not needed; curl is.
#   SUPABASE_URL=https://REF.supabase.co SUPABASE_SECRET_KEY=sb_secret_… sh upload.sh
set -eu
cd "$(dirname "$0")"
: "${SUPABASE_URL:?the address of the project}" "${SUPABASE_SECRET_KEY:?a secret key of the project}"

# The key is read from standard input: every account of a machine sees the arguments of a process.
send() {
  printf 'header = "apikey: %s"\nheader = "authorization: Bearer %s"\n' "$SUPABASE_SECRET_KEY" "$SUPABASE_SECRET_KEY" |
    curl --silent --show-error --config - --header "content-type: $2" --data-binary "@$1" \
      "$SUPABASE_URL/storage/v1/object/pictures/${1%.*}"
}

for file in *; do
  case $file in
    *.png) type=image/png ;;
    *.jpg) type=image/jpeg ;;
    *.gif) type=image/gif ;;
    *.webp) type=image/webp ;;
    *.avif) type=image/avif ;;
    *) continue ;;
  esac
  answer=$(send "$file" "$type")
  case $answer in
    *'"Key"'*) echo "uploaded $file" ;;
    *'"409"'*) echo "is there $file" ;;
    *) echo "$file: $answer" >&2 && exit 1 ;;
  esac
done
