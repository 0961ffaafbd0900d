import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { settingsSchema } from "./settings.ts";
import { plainSettings } from "./settings-tree.ts";
import { type PrivacyOrder, privacyOrder, stricterOf } from "./stricter-settings.ts";
import { readSmallFile } from "./vault/read-small-file.ts";
import { shown, type Weakened } from "./weakened-settings.ts";

const valuesSchema = z.record(z.string(), z.unknown());
const recordSchema = z.strictObject({
  /** The values that hold on this device, by key: only a stricter one takes their place without a yes. */
  accepted: valuesSchema,
  /** What the person was asked about, and did not want. */
  declined: valuesSchema,
});
type PrivacyRecord = z.infer<typeof recordSchema>;

/** Where it is kept: on this device, so that it cannot be pushed. */
const recordPath = ".loci/privacy.json";

/** The settings with a direction, and which. */
function privacySettings(): readonly {
  readonly path: readonly string[];
  readonly order: PrivacyOrder;
}[] {
  return plainSettings().flatMap(({ path, type }) => {
    const order = privacyOrder.get(type)?.order;
    return order === undefined ? [] : [{ path, order }];
  });
}

/** How private the vault is on this device, given what its `loci.yaml` says. */
export interface PrivacyState {
  /** By key: the stricter of what was accepted and what the file says. */
  readonly inEffect: Readonly<Record<string, unknown>>;
  readonly weakened: readonly Weakened[];
  /** The person was asked about all of these. */
  readonly isAsked: boolean;
}

/** Compares what `loci.yaml` says with what was accepted; what was never compared is taken as it is. Pure but for reading. */
export function readPrivacy(root: string, shared: Readonly<Record<string, unknown>>): PrivacyState {
  const { accepted, declined } = readRecord(root);
  const parsed = settingsSchema.safeParse(shared);
  const inEffect: Record<string, unknown> = {};
  const weakened: Weakened[] = [];
  for (const { path, order } of parsed.success ? privacySettings() : []) {
    const key = path.join(".");
    const after = valueAt(parsed.data, path);
    const isFree = order === "protects a bank" && isEmpty(accepted["site.protectedBanks"]);
    const before = isFree ? undefined : accepted[key];
    const holds = before === undefined ? after : stricterOf(order, before, after);
    inEffect[key] = holds;
    if (!isSame(holds, after)) weakened.push({ key, before: holds, after });
  }
  const isAsked = weakened.every(({ key, after }) => isSame(declined[key], after));
  return { inEffect, weakened, isAsked };
}

/** As a layer above `loci.yaml`: what it would make less private, as it was. Nothing where there is none. */
export function keptLayer(
  root: string,
  shared: Readonly<Record<string, unknown>>,
): { readonly origin: string; readonly values: Record<string, unknown> }[] {
  const { weakened } = readPrivacy(root, shared);
  const values: Record<string, unknown> = {};
  for (const { key, before } of weakened) {
    const [section = "", name] = key.split(".");
    values[section] = name === undefined ? before : { ...Object(values[section]), [name]: before };
  }
  return weakened.length === 0 ? [] : [{ origin: recordPath, values }];
}

/** What settings keep or show beyond the defaults, shown on joining a vault. */
export function beyondDefaults({ inEffect }: PrivacyState): readonly string[] {
  const defaults = settingsSchema.parse({});
  return privacySettings().flatMap(({ path, order }) => {
    if (order === "protects a bank") return [];
    const key = path.join(".");
    const value = inEffect[key];
    const isMore = !isSame(stricterOf(order, valueAt(defaults, path), value), value);
    return isMore ? [`${key}: ${shown(value)}`] : [];
  });
}

/** Remembers what holds; that it cannot be written is no reason to stop. */
export function keepPrivacy(root: string, { inEffect }: PrivacyState): void {
  const before = readRecord(root);
  if (!isSame(before.accepted, inEffect)) write(root, { ...before, accepted: inEffect });
}

/** The person says yes to what the file says. */
export function acceptPrivacy(root: string, { inEffect, weakened }: PrivacyState): void {
  const now = weakened.map(({ key, after }) => [key, after] as const);
  write(root, { accepted: { ...inEffect, ...Object.fromEntries(now) }, declined: {} });
}

/** The person says no: they are not asked again until the file says something else. */
export function declinePrivacy(root: string, { inEffect, weakened }: PrivacyState): void {
  const declined = Object.fromEntries(weakened.map(({ key, after }) => [key, after]));
  write(root, { accepted: inEffect, declined });
}

function readRecord(root: string): PrivacyRecord {
  const none = { accepted: {}, declined: {} };
  try {
    const text = readSmallFile(join(root, recordPath));
    return text === undefined ? none : recordSchema.parse(JSON.parse(text));
  } catch {
    return none; // Cut short, or not ours: what holds now is rewritten.
  }
}

function write(root: string, record: PrivacyRecord): void {
  if (!existsSync(join(root, ".loci"))) return;
  const file = join(root, recordPath);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // A read-only folder: the next start compares again.
  }
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    values,
  );
}

const isEmpty = (list: unknown): boolean => !Array.isArray(list) || list.length === 0;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
