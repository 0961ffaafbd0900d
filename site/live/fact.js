// A memory of the vault, and what can be done with it by the API.

import { viewer } from "./choices.js";
import { askJson } from "./connection.js";

/** The memory `{id, text, file}`; without an id it is looked up by its words. */
export function openFact(saved) {
  let fact = saved;
  let isGone = false;
  /** How it was before each step that was made here. */
  const before = [];

  const request = (options) =>
    askJson(`/api/facts/${encodeURIComponent(fact.id ?? fact.text)}?${viewer()}`, options);

  /** One that was changed or forgotten meanwhile is gone. */
  async function load() {
    const found = await request().catch((error) => {
      if (error.code !== "NOT_FOUND") throw error;
    });
    isGone = found === undefined;
    fact = found ?? fact;
  }

  return {
    current: () => ({ ...fact, isGone }),
    load,
    async change(body) {
      const changed = await request({ method: "PUT", body });
      before.push(fact);
      fact = changed;
    },
    async forget() {
      await request({ method: "DELETE" });
      before.push(fact);
      isGone = true;
    },
    /** Takes the last step back, if it was one with this memory. */
    async undo() {
      const [step] = (await askJson("/api/undo")).undoable;
      const own = step?.files.find(
        ({ path, removes, restores }) =>
          path === fact.file && [...removes, ...restores].some((line) => line.includes(fact.text)),
      );
      if (own === undefined) {
        throw new Error("Cannot undo that: something else changed after it.");
      }
      await askJson("/api/undo", { body: { id: step.id } });
      fact = before.pop() ?? fact;
      isGone = own.restores.length === 0; // The step had saved it.
      if (!isGone) await load();
    },
  };
}
