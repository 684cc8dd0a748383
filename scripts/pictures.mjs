// pictures.mjs FOLDER: every SVG picture in a folder again as PNG, for feeds, mail and previews of
// links. The font is pinned (package.json), so every machine draws the same. What was drawn before
// is kept in target/pictures.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";

const [folder] = process.argv.slice(2);
const drawn = "target/pictures";
const fonts = "node_modules/@expo-google-fonts/m-plus-1p";
const font = {
  loadSystemFonts: false,
  fontFiles: ["400Regular", "700Bold"].map(name => join(fonts, name, `MPLUS1p_${name}.ttf`)),
  defaultFontFamily: "M PLUS 1p",
};
// What the drawing hangs on beside the picture: this file, and the versions of its tools.
const same = [readFileSync("scripts/pictures.mjs"), readFileSync("package-lock.json")];

mkdirSync(drawn, { recursive: true });
const names = readdirSync(folder).filter(name => name.endsWith(".svg"));
for (const name of names) {
  const svg = readFileSync(join(folder, name));
  const hash = [...same, svg].reduce((hash, part) => hash.update(part), createHash("sha256"));
  const kept = join(drawn, `${hash.digest("hex").slice(0, 32)}.png`);
  if (!existsSync(kept)) {
    const picture = new Resvg(svg, { font, fitTo: { mode: "width", value: 1200 } });
    writeFileSync(kept, picture.render().asPng());
  }
  copyFileSync(kept, join(folder, name.replace(/svg$/, "png")));
}
console.log(`>> ${names.length} pictures as PNG`);
