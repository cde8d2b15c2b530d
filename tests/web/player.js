/**
 * Plays a seat in a page by clicking what a person would click. Runs inside the page;
 * the last value is a promise of the text of the last screen.
 */

(async () => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const frame = () => new Promise((resolve) => setTimeout(resolve, 10));
  const assets = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const { say } = await import(`${assets}language.js`);
  const { readSet } = await import(`${assets}main.js`);

  /** Press the button that says this, whatever the language and the cards. */
  const press = (key) => {
    const any = "\u0000";
    const text = say(key, { card: any, cards: any, count: any, number: any });
    const parts = text.split(any).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`^${parts.join(".+")}`);
    const found = find(".actions .do").find((one) => pattern.test(one.textContent));
    found?.click();
    return Boolean(found);
  };

  /** Everything of a rack that can be laid as one set. */
  const named = (face) => {
    const [rank, suit] = [...face.querySelectorAll("[data-print]")].map((one) => one.dataset.print);
    return rank === "★" ? "J" : rank + suit;
  };
  const setsOf = (faces) => {
    const pool = [...new Map(faces.map((face) => [named(face), face])).values()];
    const sets = [];
    for (let n = 1; n <= 13; n++) {
      const group = pool.filter((face) => named(face).replace(/\D/, "") === String(n));
      if (group.length >= 3) sets.push(group);
      for (const colour of "rbko") {
        const run = [];
        for (let m = n; m <= 13; m++) {
          const next = pool.find((face) => named(face) === `${m}${colour}`);
          if (!next) break;
          run.push(next);
        }
        if (run.length >= 3) sets.push(run);
      }
    }
    return sets.filter((set) => typeof readSet(set.map(named)) !== "string");
  };

  /** The sets of this rack do not count enough. */
  let short = false;
  const giveUp = () => (short = press("do.reset"));

  const tiles = () => {
    for (const chosen of find(".selected")) chosen.click();
    if (find(".note.bad").length) return giveUp();
    if (short) return (press("do.draw") || press("do.pass")) && !(short = false);
    const [best] = setsOf(find(".grid .face")).sort((one, other) => other.length - one.length);
    if (best) {
      for (const { dataset } of best) document.querySelector(`[data-id="${dataset.id}"]`).click();
      return press("do.newset");
    }
    return press("do.done") || giveUp() || press("do.draw") || press("do.pass");
  };

  const lays = ["do.layoff", "do.layoff.low", "do.layoff.high"];
  const cards = () => {
    if (press("do.draw") || press("do.biggin") || press("do.gin") || press("do.knock")) return true;
    if (press("do.laydown") || lays.some(press)) return true;
    if (press("do.pass") || press("do.pass.layoff")) return true;
    if (press("do.discard")) return true;
    const spare = find(".grid .face:not(.melded):not(.fits)");
    const faces = spare.length ? spare : find(".grid .face");
    for (const chosen of find(".grid .selected")) chosen.click();
    faces.sort(() => Math.random() - 0.5)[0]?.click();
    return press("do.discard");
  };

  // A picture is taken in the middle of a match.
  let acts = window.mostActs ?? Infinity;
  for (let idle = 0; idle < 3000; idle++) {
    await frame();
    if (find(".table.ended").length) return document.querySelector("#app").innerText;
    const sure = document.querySelector("dialog .danger");
    if (sure) sure.click();
    else if (find(".table.between").length) find(".end .main")[0]?.click();
    else if (find(".seat.me.to-play").length) {
      if (!acts--) return "";
      if (find(".table.with-tiles").length ? tiles() : cards()) idle = 0;
    }
  }
  throw Error(`nothing more to do: ${document.querySelector("#app").innerText}`);
})();
