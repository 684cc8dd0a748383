// A visitor who does anything, drawn from a seed: `window.visitor.act(count)`.
window.visitor = ((seed, links) => {
  let state = seed >>> 0;
  const again = () => { state = seed >>> 0; };
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = list => list[Math.floor(random() * list.length)];
  const some = most => 1 + Math.floor(random() * most);
  const between = (from, to) => from + random() * (to - from);
  const frame = () => new Promise(requestAnimationFrame);
  // Another event could come now: all that the last one has set off is done.
  const turn = () => new Promise(done => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(null);
  });
  const stage = () => document.querySelector("[data-testid=stage]");
  const seen = selector => [...stage().querySelectorAll(selector)].filter(thing => thing.checkVisibility());
  const pictures = () => seen("[data-testid=diagram]");
  const sliders = () => pictures().flatMap(picture =>
    [...picture.querySelectorAll("[role=slider]")].filter(thing => thing.checkVisibility()));
  const named = name => seen(`[data-testid=${name}]`)[0];

  const pointer = (thing, type, x, y, more = {}) => thing.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: "mouse",
    button: type === "pointermove" ? -1 : 0, buttons: 1, clientX: x, clientY: y, ...more,
  }));
  const key = (thing, name, more = {}) => thing.dispatchEvent(new KeyboardEvent("keydown", {
    key: name, bubbles: true, cancelable: true, ...more,
  }));

  // Each does one thing and says which.
  const pull = async () => {
    const thing = pick(sliders());
    const area = (thing.querySelector(".knob, .grip") ?? thing).getBoundingClientRect();
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
    const [far, altKey] = [pick([3, 30, 200, 900]), random() < 0.2];
    pointer(thing, "pointerenter", x, y, { bubbles: false });
    pointer(thing, "pointerdown", x, y);
    for (let moves = some(5); moves > 0; moves -= 1) {
      pointer(thing, "pointermove", x + between(-far, far), y + between(-far, far), { altKey });
      if (random() < 0.1) await frame();
    }
    pointer(thing, pick(["pointerup", "pointerup", "pointercancel", "lostpointercapture"]), x, y, { buttons: 0 });
    pointer(thing, "pointerleave", x, y, { bubbles: false });
    return `pull ${thing.dataset.testid}`;
  };
  const step = async () => {
    const thing = pick(sliders());
    thing.focus({ preventScroll: true });
    const names = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];
    const name = pick(names);
    for (let times = some(5); times > 0 && thing.isConnected; times -= 1) {
      key(thing, name, pick([{}, {}, { shiftKey: true }, { altKey: true }]));
    }
    thing.blur();
    return `${name} on ${thing.dataset.testid}`;
  };
  const remove = async () => {
    const thing = pick(sliders());
    thing.focus({ preventScroll: true });
    key(thing, pick(["Delete", "Backspace"]));
    document.activeElement.blur();
    return `remove ${thing.dataset.testid}`;
  };
  const menu = async () => {
    const picture = named("diagram");
    const area = picture.getBoundingClientRect();
    const point = { clientX: between(area.left, area.right), clientY: between(area.top, area.bottom) };
    picture.dispatchEvent(new MouseEvent("click", { bubbles: true, ...point }));
    return choose("lane");
  };
  const menuAtPlayhead = async () => {
    named("add-here").click();
    await turn();
    const lane = pick(seen("[role=menuitem]"));
    lane?.click();
    return choose("playhead");
  };
  const choose = async where => {
    await turn();
    const entries = seen("[role=menuitem]");
    if (!entries.length) return `nothing at a ${where}`;
    const entry = pick(entries);
    if (random() < 0.1) {
      key(entry, "Escape");
      return "no entry";
    }
    const name = entry.textContent;
    entry.click();
    return `menu at ${where}: ${name}`;
  };
  const press = async () => {
    // What is not of the stage alone: many runs take seconds, files and windows are for people, and
    // a reset is no gesture of its own.
    const skipped = ".benches, .share, .saved, .embed-panel, .present-tools, dialog, [data-testid=reset], [role=menuitem]";
    const button = pick(seen("button").filter(one => !one.closest(skipped)));
    const name = button.getAttribute("aria-label") ?? button.textContent;
    button.click();
    return `press ${name}`;
  };
  const fill = async () => {
    const closed = seen("[aria-expanded=false]");
    if (closed.length && random() < 0.5) pick(closed).click();
    await turn();
    const controls = seen("[data-path]");
    if (!controls.length) return "no field";
    const control = pick(controls);
    control.value = control.tagName === "SELECT"
      ? pick([...control.options]).value
      : pick(["", "0", "1", "2.5", "7", "12", "0.004", "30", "86400", "-1", "soon", "400"]);
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return `${control.dataset.path} = ${control.value}`;
  };
  const play = async () => {
    named("play").click();
    for (let frames = some(4); frames > 0; frames -= 1) await frame();
    if (random() < 0.8) named("play").click();
    return "play";
  };
  const keys = async () => {
    const name = pick([" ", "n", "p", "PageUp", "PageDown", "Home", "End", "0", "1", "2", "3", "4"]);
    key(stage(), name);
    return `key ${name}`;
  };
  const back = async () => {
    const name = pick(["z", "z", "y"]);
    key(stage(), name, { ctrlKey: true });
    return `Ctrl ${name}`;
  };
  const zoom = async () => {
    const name = pick(["zoom-in", "zoom-in", "zoom-out", "zoom-fit", "pan-left", "pan-right"]);
    named(name).click();
    return name;
  };
  const story = async () => {
    const link = pick(links);
    location.hash = link;
    await frame();
    return `story ${link.slice(0, 12)}`;
  };
  const gestures = [
    [30, pull], [18, step], [3, remove], [12, menu], [4, menuAtPlayhead], [10, press], [8, fill],
    [3, play], [3, keys], [4, back], [4, zoom], [1, story],
  ];
  const draw = () => {
    let left = random() * gestures.reduce((sum, [weight]) => sum + weight, 0);
    return gestures.find(([weight]) => (left -= weight) < 0)[1];
  };

  // What must never be on the page.
  const wrong = () => {
    if (!document.getElementById("stopped").hidden) return "it stopped";
    const found = document.getElementById("app").innerHTML.match(/="[^"]*\b(NaN|Infinity|inf|undefined|null)\b[^"]*"/);
    if (found) return found[0];
    return null;
  };

  // Does so many, and gives those after which something was wrong.
  const act = async count => {
    const found = [];
    for (let done = 0; done < count && found.length < 5; done += 1) {
      const told = await draw()();
      await turn();
      const what = wrong();
      if (what) found.push(`${told}: ${what}`);
    }
    return found;
  };

  // Undoes or redoes all, and gives how often.
  const all = async (name, most) => {
    let times = 0;
    while (named(name).getAttribute("aria-disabled") !== "true" && times < most) {
      named(name).click();
      times += 1;
      await turn();
    }
    await frame();
    return times;
  };

  // The page as it was found, but for the scenario: stopped, at the end, unzoomed, folded.
  const tidy = async () => {
    document.activeElement?.blur();
    if (seen("[role=menuitem]").length) key(seen("[role=menuitem]")[0], "Escape");
    if (document.documentElement.lang !== "en") document.querySelector("[data-testid=language]").click();
    for (const on of seen("[aria-pressed=true]")) if (!on.closest(".benches")) on.click();
    named("zoom-fit").click();
    named("to-end").click();
    await frame();
    for (const open of seen("[data-testid=drawer] [aria-expanded=true]").reverse()) open.click();
    document.activeElement?.blur();
    await frame();
    await frame();
  };
  const picture = async () => {
    await tidy();
    return named("diagram").outerHTML;
  };
  return { act, again, all, tidy, picture };
});
