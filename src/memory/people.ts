import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { listTopics } from "../index/overview.ts";
import { scopeOf } from "../vault/paths.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";

/**
 * Who can be named as the one who speaks: those who have memories of their own, in order, and whom this device's
 * settings name. Nothing but names: what their scopes hold is for them.
 */
export async function namePeople(
  context: MemoryContext,
): Promise<{ readonly people: readonly string[]; readonly person: string | null }> {
  await context.freshness.ensureFresh();
  const files = context.index.run((db) => listTopics(db, { allPeople: true }));
  const ids = files.flatMap(({ scope }) => /^people\/(.+)$/.exec(scope)?.[1] ?? []);
  return { people: [...new Set(ids)].sort(), person: viewerOn(context).person ?? null };
}

/** The viewer; by default the person in this device's settings. Throws LociError BAD_NAME for an invalid name. */
export function viewerOn(context: MemoryContext, named: Viewer = {}): Viewer {
  const { person = context.settings.person, agent, allPeople } = named;
  return { person: checkedPerson(context, person ?? undefined), agent, allPeople };
}

/** Who it is, as their folder is called, be it in capitals or not; throws LociError BAD_NAME for what can name none. */
export function checkedPerson({ root }: MemoryContext, person: string | undefined): string | null {
  if (person === undefined) return null;
  const id = scopeOf("people", person).slice("people/".length);
  const folder = join(root, "people");
  const known = existsSync(folder) ? readdirSync(folder) : [];
  if (known.includes(id)) return id;
  return known.find((name) => name.toLowerCase() === id.toLowerCase()) ?? id;
}
