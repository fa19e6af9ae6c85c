#!/usr/bin/env bash
# Deploys the thing.
set -euo pipefail

readonly TARGET="${1:-staging}"
export PATH="$PATH:/opt/bin"
declare -a HOSTS=(a b c)
RETRIES=3

# Prints to stderr.
log() {
  local level=$1
  shift
  printf '[%s] %s\n' "$level" "$*" >&2
}

function build {
  log info "building"
  make -j4
}

function upload() (
  for host in "${HOSTS[@]}"; do
    scp out.tgz "$host:/srv" || {
      log error "failed $host"
      return 1
    }
  done
)

usage() {
  cat <<EOF
usage: deploy [target]

not_a_function() {
EOF
}

if [[ $TARGET == production ]]; then
  confirm() { read -r -p "sure? " answer; }
  confirm
fi

case "$TARGET" in
  staging) build ;;
  *) usage; exit 2 ;;
esac

upload
