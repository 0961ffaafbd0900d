import { existsSync } from "node:fs";
import { placesByKind } from "../digest/choose-places.ts";
import { type Memory, type Remembered, type RememberPorts, remember } from "../digest/remember.ts";
import { LociError } from "../errors.ts";
import { detectLanguage } from "../index/languages.ts";
import { tokenize } from "../index/tokenize.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { listFiles } from "../vault/list-files.ts";
import { resolveInVault, type Scope, toTopicPath } from "../vault/paths.ts";
import type { Viewer } from "../vault/viewer.ts";
import { checkBank } from "./answer.ts";
import { changeVaultFile } from "./change-vault-file.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { findKnown } from "./find-same.ts";
import { checkedPerson } from "./known-person.ts";
import type { Parts } from "./parts.ts";
import { placeFinder } from "./place-finder.ts";
import { viewerOn } from "./see.ts";

/** Saves memories in their topic files, noted for the next commit. */
export async function save(
  parts: Parts,
  memories: readonly Memory[],
  changeFile: RememberPorts["changeFile"] = changeVaultFile(parts),
): Promise<readonly Remembered[]> {
  const { root, time, state } = parts;
  const places = placeFinder(parts);
  for (const { bank } of memories) checkBank(bank, parts.settings);
  await checkStillThere(parts);
  await respectCheckouts(parts);
  const saved = await remember(
    {
      changeFile,
      hasFile: (path) => existsSync(resolveInVault(root, path)),
      async findTopic(name, scope) {
        const [found] = await places.named(name, scope);
        return found && toTopicPath(found.file);
      },
      findKnown: ({ text, scope, fields }) => {
        const person = scope.kind === "person" ? scope.id : (fields?.person ?? null);
        return findKnown(parts, { person, agent: scope.kind === "agent" ? scope.id : null }, text);
      },
      async placeByKind(text, scope) {
        if (!parts.settings.digest.kinds) return undefined;
        const fallback = parts.settings.languages[0] ?? "en";
        const language = detectLanguage(tokenize(text, "query"), fallback);
        return placesByKind({ findTopic: places.topicNamed }, scope, language)(text);
      },
      assignTopic: (text, scope) => places.assignTopic(text, scope, writerOf(parts, scope)),
      localTime: time,
      report: parts.report,
    },
    memories.map((memory) => ({ ...memory, scope: asKnown(parts, memory.scope) })),
  );
  state.wrote = true;
  return saved;
}

/** Who writes into a scope. */
const writerOf = (parts: Parts, scope: Scope): Viewer =>
  viewerOn(parts, {
    ...(scope.kind === "person" ? { person: scope.id } : {}),
    ...(scope.kind === "agent" ? { agent: scope.id } : {}),
  });

const asKnown = (parts: Parts, scope: Scope): Scope =>
  scope.kind === "person"
    ? { kind: "person", id: checkedPerson(parts, scope.id) ?? scope.id }
    : scope;

/** Nothing is written into the empty folder that an unmounted vault leaves behind. */
export async function checkStillThere(parts: Parts): Promise<void> {
  const { root, lociDir } = parts;
  if (existsSync(lociDir)) return;
  if (listFiles(root).files.length === 0) {
    throw new LociError(
      "VAULT_VANISHED",
      `Cannot write to the vault "${root}": its folder is empty now, and was not before; mount or restore it`,
      { data: { root } },
    );
  }
  await openDeviceFolder(parts);
}
