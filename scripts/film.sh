#!/usr/bin/env bash
# The moving picture of README.md, docs/story.webp, of the page as it is in dist: the story in
# time, the fence, a shorter pause. Needs Python 3; Pillow goes into .tools.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

scripts/browser.sh
[ -f dist/index.html ] || scripts/build.sh
python=.tools/film/bin/python
if ! "$python" -c 'import PIL' 2>/dev/null; then
    say "installing Pillow into .tools/film"
    python3 -m venv .tools/film
    "$python" -m pip install --quiet pillow
fi

rm -rf target/film
cargo run --quiet -p e2e --bin film -- target/film

"$python" - <<'END'
import pathlib
from PIL import Image

files = sorted(pathlib.Path("target/film").glob("*.png"))
shown = [int(file.stem.split("-")[1]) for file in files]
# Without what stands above the verdict and below the picture.
frames = [Image.open(file).convert("RGB").crop((0, 62, 1240, 716)) for file in files]
# One set of colours for all, so that nothing but what moves is another from frame to frame.
colours = Image.new("RGB", (1240, 654 * len(frames)))
for place, frame in enumerate(frames):
    colours.paste(frame, (0, 654 * place))
colours = colours.quantize(128)
frames = [frame.quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB") for frame in frames]
first, *rest = frames
first.save("docs/story.webp", save_all=True, append_images=rest, duration=shown, loop=0,
           lossless=True, quality=100, method=4)
print("docs/story.webp", pathlib.Path("docs/story.webp").stat().st_size, "bytes")
END
