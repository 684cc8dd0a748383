# Sourced by the other scripts, from the top folder: what they share.

# Tools of this folder come before tools of the machine.
PATH="$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH"
export PATH

say() {
    printf '>> %s\n' "$*"
}

stop() {
    printf 'STOP: %s\n' "$*" >&2
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1
}
