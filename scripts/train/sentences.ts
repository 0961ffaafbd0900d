import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A labelled line as it was written; its sentences are never apart in a split. */
export interface Template {
  readonly language: string;
  readonly keep: boolean;
  readonly kind: string;
  /** What it is about: a kind of topic, `none`, or `any` where that depends on the values of its slots. */
  readonly subject: string;
  readonly sentences: readonly string[];
}

/**
 * Reads the labelled sentences of a folder, one file a language. `@slot = a, b` names values, `## keep KIND` and
 * `## drop KIND` begin a section, `{slot}` and `(a|b)` stand for each of their values. ` #SUBJECT` at the end of a line says
 * what it is about, where its section does not.
 */
export function readTemplates(folder: string, most = 4): Template[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  return files.sort().flatMap((name) => readFile(join(folder, name), name.slice(0, 2), most));
}

function readFile(path: string, language: string, most: number): Template[] {
  const slots = new Map<string, string[]>();
  const found: Template[] = [];
  let section: { keep: boolean; kind: string } | null = null;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const slot = /^@(\w+) = (.+)$/u.exec(line);
    const head = /^## (keep|drop) (\w+)$/u.exec(line);
    if (slot !== null) slots.set(slot[1] ?? "", (slot[2] ?? "").split(/, /u));
    else if (head !== null) section = { keep: head[1] === "keep", kind: head[2] ?? "" };
    else if (section !== null && /\S/u.test(line) && !line.startsWith("# ")) {
      const [, text = line, named] = /^(.*?) #(\w+)$/u.exec(line) ?? [];
      const subject = named ?? subjectByKind[section.kind] ?? "none";
      found.push({ language, ...section, subject, sentences: sample(text, slots, most) });
    }
  }
  return found;
}

/** Sections that are about one thing; what is in the others may be about any. */
const subjectByKind: Readonly<Record<string, string>> = {
  health: "health",
  people: "people",
  work: "work",
  home: "home",
  device: "home",
  correction: "any",
  ended: "any",
};

/** Up to `most` sentences of a template, spread over the values of its slots: the same ones each time. */
function sample(
  template: string,
  slots: ReadonlyMap<string, readonly string[]>,
  most: number,
): string[] {
  const found = new Set<string>();
  for (let i = 0; i < most * 2 && found.size < most; i++) {
    let place = 0;
    const sentence = template.replace(/\{(\w+)\}|\(([^()]*\|[^()]*)\)/gu, (whole, slot, either) => {
      const values = either === undefined ? slots.get(slot) : String(either).split("|");
      if (values === undefined) throw new Error(`no values for ${whole} in: ${template}`);
      place++;
      return values[(i * (place * 2 + 1) + template.length * place) % values.length] ?? "";
    });
    found.add(sentence.replace(/ {2,}/gu, " ").trim());
  }
  return [...found];
}
