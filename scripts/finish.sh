#!/usr/bin/env bash
# Trunk's post_build hook, for what trunk does not do by itself: the laboratory (a program of
# its own, so that the first page stays small), the static pages, smaller wasm, the policy.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${TRUNK_STAGING_DIR:?is set by trunk}
target=wasm32-unknown-unknown

digest() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -c1-16
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
for file in "$folder"/*.js; do
    smaller js < "$file" > "$file.short"
    mv "$file.short" "$file"
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

# A page with its style sheets in it.
styled() { # PAGE SHEET...
    sed '/<!-- style -->/,$d' "$1"
    printf '<style>'
    local sheets=("${@:2}")
    (cd style && cat "${sheets[@]/%/.css}") | smaller css
    printf '</style>\n'
    sed '1,/<!-- style -->/d' "$1"
}
first=(tokens base layout controls timeline)
styled "$folder/index.html" "${first[@]}" print > "$folder/index.styled"
mv "$folder/index.styled" "$folder/index.html"

# Both themes of tokens.css again, for pages whose address may choose one.
themes() {
    sed -n '/^:root {/,/^}/p' style/tokens.css | sed 's/^:root/&[data-theme="light"]/; s/color-scheme: light dark/color-scheme: light/'
    sed -n '/^  :root {/,/^  }/p' style/tokens.css | sed 's/:root {/:root[data-theme="dark"] { color-scheme: dark;/'
}
themes > "$folder/themes.css"

# The pages of that program, with its names in them.
for page in lab course; do
    styled "$page.html" "${first[@]}" "$folder/themes" lab runs course embed present print share paper |
        sed "s/LAB_bg\.wasm/${name}_bg.wasm/; s/LAB\.js/$name.js/" > "$folder/$page.html"
done

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

scripts/policy.sh "$folder/index.html"
scripts/policy.sh "$folder/lab.html"
scripts/policy.sh "$folder/course.html"
