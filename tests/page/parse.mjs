// Reads a list of diagrams (JSON, from standard input) with Mermaid itself, and tells what it
// understood: the names of the participants, and how many arrows and notes there are.
import DOMPurify from "dompurify";
import mermaid from "mermaid";

// It needs a browser, and what is read here is never shown.
DOMPurify.addHook = () => {};
DOMPurify.sanitize = text => text;

let input = "";
for await (const piece of process.stdin) input += piece;

const told = [];
for (const text of JSON.parse(input)) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const names = [...db.getActors().values()].map(actor => actor.description);
    const lines = db.getMessages().map(line => line.message);
    told.push({ names, lines });
  } catch (error) {
    told.push({ error: String(error.message ?? error) });
  }
}
console.log(JSON.stringify(told));
