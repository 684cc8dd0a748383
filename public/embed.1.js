// <fence-lab lesson="pause" ttl="10s"></fence-lab>: the stage of Fencelab in a page of your own.
// What its attributes, methods and events are stands in docs/embed.md. This file keeps its name
// for ever; what would break a page that uses it gets another number.
(() => {
  if (customElements.get("fence-lab")) return;

  const scripts = [document.currentScript, ...document.scripts];
  const base = new URL(".", scripts.find(one => /\/embed(\.\d+)?\.js([?#]|$)/.test(one?.src))?.src ?? document.baseURI).href;

  // What the keys of the address are is told by the page itself: these are only handed on.
  const SCENARIO = ["lesson", "ttl", "pause", "fence", "at"];
  const VIEW = ["lang", "theme"];
  const DRESS = ["accent", "background", "controls", "autoplay"];
  const PATIENCE_MS = 10_000;
  const WORDS = {
    en: ["The interactive picture cannot be shown here.", "Open in Fencelab"],
    ja: ["ここでは操作できる図を表示できません。", "Fencelab で開く"],
  };

  // The room that a stage needs at a width, so that nothing below it moves when it comes: where
  // there is less width, time runs down and the words take more lines.
  const SHEET = new CSSStyleSheet();
  SHEET.replaceSync(`
    :host { display: block; container-type: inline-size; }
    :host([hidden]) { display: none; }
    #room { min-height: max(730px, 1020px - 30cqi); }
    iframe { display: block; width: 100%; border: 0; color-scheme: light; }
    [hidden] { display: none; }
    #instead img { display: block; width: 100%; height: auto; aspect-ratio: 1200 / 630; }
    #instead p { margin: 8px 0; }
  `);

  class FenceLab extends HTMLElement {
    static observedAttributes = ["title", "link", ...SCENARIO, ...VIEW, ...DRESS];

    #room = document.createElement("div");
    #frame = null;
    #ready = false;
    #waiting = [];
    #changed = null;
    #timer = 0;
    #near = null;

    constructor() {
      super();
      const root = this.attachShadow({mode: "open"});
      root.adoptedStyleSheets = [SHEET];
      this.#room.id = "room";
      root.append(this.#room);
    }

    connectedCallback() {
      addEventListener("message", this.#hear);
      document.addEventListener("securitypolicyviolation", this.#blocked);
      // The frame is loaded when it is nearly seen.
      this.#near = new IntersectionObserver(entries => {
        if (!this.#frame && entries.some(entry => entry.isIntersecting)) this.#load();
      }, {rootMargin: "600px"});
      this.#near.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      document.removeEventListener("securitypolicyviolation", this.#blocked);
      this.#near?.disconnect();
      this.#near = null;
      this.#unload();
      this.#waiting = [];
    }

    attributeChangedCallback(name, old, value) {
      if (old === value || !this.#frame) return;
      // Several that change at once are one change.
      if (!this.#changed) {
        this.#changed = new Set();
        queueMicrotask(() => this.#follow());
      }
      this.#changed.add(name);
    }

    /** Plays from where the playhead stands. */
    play() { this.#say({type: "play"}); }
    /** Stops playing. */
    pause() { this.#say({type: "pause"}); }
    /** Moves the playhead to the "next" or "previous" event. */
    step(to = "next") { this.#say({type: "step", to}); }
    /** Moves the playhead: "t3", "11s", "start", "end". */
    seek(at) { this.#say({type: "seek", at}); }
    /** Shows another scenario: an object as in a scenario file, a link, or keys. */
    scenario(what) {
      if (typeof what === "object") this.#say({type: "set", scenario: what});
      else if (/=/.test(what) && !/#/.test(what)) this.#say({type: "set", keys: what});
      else this.#say({type: "set", link: what});
    }

    #given(names) {
      return names.filter(name => this.hasAttribute(name)).map(name => [name, this.getAttribute(name)]);
    }

    #address(embed) {
      const address = new URL("lab.html", base);
      const link = this.getAttribute("link");
      const names = [...(link ? [] : SCENARIO), ...VIEW, ...(embed ? DRESS : [])];
      const keys = new URLSearchParams([...(embed ? [["embed", "1"]] : []), ...this.#given(names)]);
      address.search = keys;
      if (link) address.hash = link;
      return address.href;
    }

    #load() {
      this.#unload();
      const frame = document.createElement("iframe");
      frame.title = this.getAttribute("title") || "Fencelab";
      frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
      frame.allow = "clipboard-write; fullscreen";
      frame.style.height = `${this.#room.clientHeight}px`;
      frame.src = this.#address(true);
      this.#frame = frame;
      this.#room.replaceChildren(frame);
      this.#timer = setTimeout(() => this.#instead(), PATIENCE_MS);
    }

    #unload() {
      clearTimeout(this.#timer);
      this.#frame = null;
      this.#ready = false;
      this.#room.replaceChildren();
    }

    /** What is shown where the frame is blocked, or says nothing. If it comes late, it is shown. */
    #instead() {
      if (!this.#frame || this.#ready || this.#frame.hidden) return;
      const lang = /^ja/.test(this.getAttribute("lang") || document.documentElement.lang) ? "ja" : "en";
      const place = document.createElement("slot");
      place.id = "instead";
      const lesson = this.getAttribute("lesson") ?? "the-pause";
      if (!this.hasAttribute("link") && /^[a-z0-9-]+$/.test(lesson)) {
        const picture = document.createElement("img");
        picture.alt = this.getAttribute("title") || "Fencelab";
        picture.src = new URL(`pictures/${lesson}.${lang}.png`, base).href;
        picture.addEventListener("error", () => picture.remove());
        place.append(picture);
      }
      const text = document.createElement("p");
      const open = document.createElement("a");
      Object.assign(open, {href: this.#address(false), target: "_blank", rel: "noopener", textContent: WORDS[lang][1]});
      text.append(WORDS[lang][0], " ", open);
      place.append(text);
      this.#frame.hidden = true;
      this.#room.append(place);
    }

    #blocked = event => {
      if (event.effectiveDirective === "frame-src" && base.startsWith(event.blockedURI)) this.#instead();
    };

    #say(message) {
      const whole = {fencelab: 1, ...message};
      if (this.#ready) this.#frame.contentWindow?.postMessage(whole, "*");
      else this.#waiting.push(whole);
    }

    #hear = event => {
      const told = event.data;
      if (!this.#frame || event.source !== this.#frame.contentWindow || told?.fencelab !== 1) return;
      const tell = (name, detail) => this.dispatchEvent(new CustomEvent(name, {detail, bubbles: true}));
      switch (told.type) {
        case "ready":
          clearTimeout(this.#timer);
          this.#ready = true;
          this.#frame.hidden = false;
          this.#room.querySelector("#instead")?.remove();
          this.#waiting.splice(0).forEach(message => this.#frame.contentWindow.postMessage(message, "*"));
          tell("ready");
          break;
        case "verdict":
          tell("verdict", {outcome: told.outcome, word: told.word, sentence: told.sentence});
          break;
        case "height":
          this.#grow(told.height);
          break;
        case "key":
          this.dispatchEvent(new KeyboardEvent("keydown", {key: told.key, code: told.key, bubbles: true, composed: true, cancelable: true}));
          break;
        case "error":
          tell("complaint", told.sentence);
      }
    };

    /** Follows the height of the stage; while it is seen, its room never becomes lower. */
    #grow(height) {
      if (!Number.isFinite(height)) return;
      const {top, bottom} = this.getBoundingClientRect();
      const isSeen = bottom > 0 && top < innerHeight;
      if (isSeen && height < this.#room.clientHeight) height = this.#room.clientHeight;
      else if (!isSeen) this.#room.style.minHeight = "0";
      this.#frame.style.height = `${height}px`;
    }

    #follow() {
      const changed = [...this.#changed];
      this.#changed = null;
      if (!this.#frame) return;
      const some = names => changed.some(name => names.includes(name));
      if (some(DRESS) || (some(["link"]) && !this.hasAttribute("link"))) return this.#load();
      if (some(["title"])) this.#frame.title = this.getAttribute("title") || "Fencelab";
      if (some(["link"])) this.#say({type: "set", link: this.getAttribute("link")});
      else if (some(SCENARIO)) this.#say({type: "set", keys: String(new URLSearchParams(this.#given(SCENARIO)))});
      if (some(VIEW)) {
        const view = Object.fromEntries(this.#given(VIEW));
        this.#say({type: "view", ...(view.lang || view.theme ? view : {theme: "auto"})});
      }
    }
  }

  customElements.define("fence-lab", FenceLab);
})();
