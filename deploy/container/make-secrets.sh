#!/bin/sh
# Writes the secrets of compose.yaml as files, and leaves what is there.
#   sh deploy/container/make-secrets.sh [FOLDER]   by default secrets
# The folder is open to its owner alone. The files are readable, because a container's user has another number.
set -eu
folder=${1:-secrets}
umask 022
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

make() { [ -s "$1" ] || echo "$2" > "$1"; }

for name in owner_password server_password watcher_password backup_passphrase secret; do
  value=$(openssl rand -hex 32) # a failure ends the script here, before an empty secret is written
  make "$name" "$value"
done

# the database's own certificate: web and worker trust this one and no other
if [ ! -s database_certificate ]; then
  output=$(openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=database \
    -addext subjectAltName=DNS:database -keyout database_key -out database_certificate 2>&1) ||
    { echo "$output" >&2; exit 1; }
  chmod 644 database_key
fi

at='@database:5432/candor?sslmode=verify-full&sslrootcert=/run/secrets/database_certificate'
make database_url "postgres://candor_server:$(cat server_password)$at"
make database_watcher_url "postgres://candor_watch_server:$(cat watcher_password)$at"
make database_migration_url "postgres://candor_owner:$(cat owner_password)$at"

# yours to fill in where they are used: docs/operating/container.md
for name in smtp_url alert_webhook s3_secret_access_key; do [ -e "$name" ] || : > "$name"; done

echo "The secrets are in $(pwd). Store a copy in your password manager: a backup can't be read without them."
