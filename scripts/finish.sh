#!/usr/bin/env bash
# Trunk's post_build hook, for what trunk does not do by itself: the laboratory (a program of
# its own, so that the first page stays small), the static pages, smaller wasm, the scripts of the
# pages, the policy, and all of it without a network.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

folder=${TRUNK_STAGING_DIR:?is set by trunk}
target=wasm32-unknown-unknown

digests() { # FILE...
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}
digest() { # FILE
    digests "$1" | cut -c1-16
}

if [ "${TRUNK_PROFILE:-}" = release ]; then profile=(--release) built=release; else profile=() built=debug; fi
cargo build --quiet --bin lab --target "$target" "${profile[@]}"
name=lab-$(digest "target/$target/$built/lab.wasm")
wasm-bindgen --target web --no-typescript --out-dir "$folder" --out-name "$name" "target/$target/$built/lab.wasm"

# Smaller scripts and style sheets, where the machine has esbuild; else without their comments.
smaller() { # KIND, from standard input
    if [ -x node_modules/.bin/esbuild ]; then
        node_modules/.bin/esbuild --minify --loader="$1"
    else
        sed -E '/^[[:space:]]*(\/\*\*|\*|\/\/)/d; s/^[[:space:]]+//'
    fi
}
# The framework brings classes for streams between server and page, which this page has not.
for file in "$folder"/*.js; do
    sed '/^export class IntoUnderlying/,/^}/d; /^const IntoUnderlying/,/;$/d; /^if (Symbol.*IntoUnderlying/d' "$file" |
        smaller js > "$file.short"
    mv "$file.short" "$file"
done
for file in "$folder"/*.wasm; do
    cargo run --quiet --no-default-features --example slim -- "$file" intounderlying
done

# Smaller wasm, where the machine has wasm-opt. It reads in the file which features it may use
# (--all-features writes a module that browsers refuse), and takes that out again with the names
# of the tools. A second pass finds what the first one has laid open.
if [ "$built" = release ]; then
    if command -v wasm-opt >/dev/null 2>&1; then
        for file in "$folder"/*.wasm; do
            wasm-opt -Oz -Oz --converge --strip-producers --strip-target-features "$file" -o "$file"
        done
    else
        echo ">> without wasm-opt (it comes with Node): the page works, but is larger"
    fi
fi

# What the pages fetch when they have stood for a while.
{
    echo "const WORDS = $(cargo run --quiet --no-default-features --example offline_words);"
    echo "const STYLE = \`$(smaller css < style/offline.css)\`;"
    cat scripts/offline.js
} | smaller js > "$folder/offline.js"
offline=offline-$(digest "$folder/offline.js")
mv "$folder/offline.js" "$folder/$offline.js"

# A page in place of standard input, with its style sheets in it.
styled() { # SHEET...
    local text sheets=("$@")
    text=$(cat)
    printf '%s<style>' "${text%%'<!-- style -->'*}"
    (cd style && cat "${sheets[@]/%/.css}") | smaller css
    printf '</style>%s\n' "${text#*'<!-- style -->'}"
}

# The same with the scripts that start a program.
started() { # PROGRAM
    local text
    text=$(sed "s/PROGRAM/$1/g")
    printf '%s<script>' "${text%%'<!-- boot -->'*}"
    smaller js < scripts/boot.js
    printf '</script><script type="module">'
    smaller js < scripts/start.js | sed "s/PROGRAM/$1/g; s/OFFLINE/$offline/"
    printf '</script>%s\n' "${text#*'<!-- boot -->'}"
}

# All pages as one file: the first page, with the larger program, which has them all.
one_file() {
    local text policy="default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-INLINE'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    text=$(sed '/data-trunk/d; /property="og:/d' index.html | styled "${larger[@]}" |
        sed "s|\(Content-Security-Policy\" content=\"\)[^\"]*|\1$policy|; s|\./icon\.svg|data:image/svg+xml;base64,$(base64 < public/icon.svg | tr -d '\n')|")
    # With the laboratory's script that follows the address before anything is seen.
    printf '%s' "${text%%'</head>'*}"
    sed -n '/^<script>$/,/^<\/script>$/p; /<!-- style -->/q' lab.html
    # Only what has a host can be embedded.
    printf '<style>.embed-panel { display: none; }</style>'
    text="</head>${text#*'</head>'}"
    printf '%s<script>' "${text%%'<!-- boot -->'*}"
    smaller js < scripts/boot.js
    printf '</script><script type="text/plain" id="program">'
    gzip -9nc "$folder/${name}_bg.wasm" | base64 | tr -d '\n'
    printf '</script><script type="module">'
    sed -E 's/export *\{[^,]*, *([A-Za-z0-9_$]+) as default *\};?/const startProgram = \1;/; s/export (function|class)/\1/g' "$folder/$name.js"
    smaller js < scripts/one-file.js
    printf '</script>%s\n' "${text#*'<!-- boot -->'}"
}
first=(tokens base layout controls timeline)
# Trunk starts its program by a script of its own, in place of which stands ours.
program=$(sed -n "s/^import init.*'\.\/\(.*\)\.js';$/\1/p" "$folder/index.html")
sed '/^<script type="module">$/,/^<\/script>$/d; /^<!-- story/d; /^$/d' "$folder/index.html" |
    styled "${first[@]}" print | started "${program:?is named by trunk}" > "$folder/index.styled"
mv "$folder/index.styled" "$folder/index.html"

# Both themes of tokens.css again, for pages whose address may choose one.
themes() {
    sed -n '/^:root {/,/^}/p' style/tokens.css | sed 's/^:root/&[data-theme="light"]/; s/color-scheme: light dark/color-scheme: light/'
    echo '@media screen {'
    sed -n '/^  :root {/,/^  }/p' style/tokens.css | sed 's/:root {/:root[data-theme="dark"] { color-scheme: dark;/'
    echo '}'
}
themes > "$folder/themes.css"

# The pages of the larger program.
larger=("${first[@]}" "$folder/themes" lab runs course embed present print share paper)
for page in lab course; do
    styled "${larger[@]}" < "$page.html" | started "$name" > "$folder/$page.html"
done
one_file > "$folder/fencelab.html"

rm "$folder/themes.css"

cargo run --quiet --no-default-features --example pages -- "$folder"

# Pictures of every lesson and story, as files that any program reads.
if command -v node >/dev/null 2>&1 && [ -d node_modules/@resvg/resvg-js ]; then
    node scripts/pictures.mjs "$folder/pictures"
else
    echo ">> without resvg (it comes with Node): pictures are SVG only, and previews of links have none"
fi
for page in index lab course; do
    sed "s|content=\"\./pictures/|content=\"${FENCELAB_ADDRESS:-./}pictures/|" "$folder/$page.html" > "$folder/page.html"
    mv "$folder/page.html" "$folder/$page.html"
done

# The element under the name that follows its newest version.
cp "$folder/embed.1.js" "$folder/embed.js"

for page in index lab course fencelab; do
    scripts/policy.sh "$folder/$page.html"
done

# The service worker, with every file that a page needs: those of the programs first. Pictures
# of links and the one file are for other places.
(
    cd "$folder"
    programs=(index.html lab.html course.html icon.svg "$offline.js" "$program"*.* "$name"*.*)
    files=()
    while IFS= read -r file; do
        files+=("${file#./}")
    done < <(find . -type f ! -name '_*' ! -name '*.png' ! -name fencelab.html ! -path './*/*.svg' | sort)
    printf 'const FILES = {'
    digests "${files[@]}" | sed -E 's/^(.{16})[^ ]* [ *](.*)$/"\2": "\1",/'
    printf '};\nconst FIRST = ['
    printf '"%s",' "${programs[@]}"
    printf '];\n'
    cat "$OLDPWD/scripts/worker.js"
) | smaller js > target/sw.js
mv target/sw.js "$folder/sw.js"
