// A memory of the vault, and what can be done with it by the API.

import { answeringAgent } from "./choices.js";
import { speaker } from "./speaker.js";

/** The memory `{id, text, file}`; without an id it is looked for by its words. `now()` is undefined once it is gone. */
export function openFact(ask, saved) {
  let fact = saved;
  let isGone = false;
  /** Ids that it had: a change of its words may give it another, and undone it has the one before. */
  const ids = [saved.id ?? saved.text];

  const about = async (id, options) => {
    const agent = answeringAgent();
    const whose = new URLSearchParams({ person: speaker() ?? "", ...(agent && { agent }) });
    return (await ask(`/api/facts/${encodeURIComponent(id)}?${whose}`, options)).json();
  };
  const take = (found) => {
    fact = found;
    isGone = false;
    ids.push(found.id);
  };
  const orMissing = (error) => {
    if (error.code !== "NOT_FOUND") throw error;
  };

  return {
    last: () => fact,
    isGone: () => isGone,
    /** Looks it up; one that was changed or forgotten meanwhile is gone. */
    async load() {
      const found = await about(ids.at(-1)).catch(orMissing);
      if (found === undefined) isGone = true;
      else take(found);
    },
    change: async (body) => take(await about(ids.at(-1), { method: "PUT", body })),
    async forget() {
      await about(ids.at(-1), { method: "DELETE" });
      isGone = true;
    },
    /** Takes the last step back, if it was one with this memory. */
    async undo() {
      const { undoable } = await (await ask("/api/undo")).json();
      const [step] = undoable;
      const change = step?.files.find(isOf(fact));
      if (change === undefined) {
        throw new Error("It cannot be undone any more: something else was done since.");
      }
      await ask("/api/undo", { body: { id: step.id } });
      isGone = true;
      if (change.restores.length === 0) return; // It was saved by it.
      for (const id of new Set(ids.toReversed())) {
        const found = await about(id).catch(orMissing);
        if (found !== undefined) return take(found);
      }
    },
  };
}

/** Tells the part of a step that can be undone that changed the line of a memory. */
const isOf =
  ({ file, text }) =>
  ({ path, removes, restores }) =>
    path === file && [...removes, ...restores].some((line) => line.includes(text));

let known;

/** The names of the vault's banks. */
export async function bankNames(ask) {
  known ??= (await (await ask("/api/memory-banks")).json()).banks.map(({ name }) => name);
  return known;
}
