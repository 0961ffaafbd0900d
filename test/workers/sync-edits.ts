import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "../../scripts/bench/random.ts";
import { type Device, filesOf, letTimePass } from "./sync-device.ts";
import { type Lines, tokensOf } from "./sync-lines.ts";

/** What a person does to the files of one device, by hand. */
export interface Hand {
  readonly device: Device;
  readonly lines: Lines;
  readonly random: Random;
  /** The last sync of the device was killed. */
  readonly isInterrupted: boolean;
}

const topics = ["cooking", "travel", "boats", "work", "garden"].map((name) => `topics/${name}.md`);
const places = [...topics, "people/ana/topics/music.md", "general/2026-02.md", "notes/free.md"];
const words = ["saffron", "Reus", "the harbour", "olive oil", "a blue door", "Montserrat"];

/** Adds an entry or a paragraph. Safe while Loci writes to the same file. */
export function addLine({ device, lines, random }: Hand): string {
  const path = random.pick(places);
  const token = lines.create();
  const isEntry = random.below(4) > 0;
  const line = isEntry ? entryOf(token, random) : `\nA note on ${random.pick(words)}, ${token}.\n`;
  const before = read(device, path);
  if (before === "" || random.below(2) === 0) {
    save(device, path, `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${line}\n`);
    return `wrote ${token} at the end of ${path}`;
  }
  const list = before.split("\n");
  const entries = list.flatMap((one, at) => (one.startsWith("- ") ? [at] : []));
  const at = entries.length === 0 ? list.length : random.pick(entries) + 1;
  list.splice(at, 0, line);
  save(device, path, list.join("\n"));
  return `wrote ${token} into ${path}`;
}

/** Changes the words of one line. */
export function editLine(hand: Hand): string {
  const { device, lines, isInterrupted } = hand;
  const found = pickLine(hand);
  if (found === undefined) return "nothing to edit";
  const token = lines.create();
  lines.gone(found.token, { device: device.nth, path: found.path, isInterrupted });
  letTimePass(device.root);
  save(device, found.path, read(device, found.path).replace(found.token, token));
  return `edited ${found.token} to ${token} in ${found.path}`;
}

/** Takes one line out. */
export function removeLine(hand: Hand): string {
  const { device, lines, isInterrupted } = hand;
  const found = pickLine(hand);
  if (found === undefined) return "nothing to remove";
  lines.gone(found.token, { device: device.nth, path: found.path, isInterrupted });
  letTimePass(device.root);
  const kept = read(device, found.path)
    .split("\n")
    .filter((line) => !tokensOf(line).includes(found.token));
  save(device, found.path, kept.join("\n"));
  return `removed ${found.token} from ${found.path}`;
}

/** Deletes, renames, splits or sorts a whole file, or changes its frontmatter. */
export function changeFile({ device, lines, random, isInterrupted }: Hand): string {
  const path = random.pick(places);
  const text = read(device, path);
  if (text === "") return `${path} is not there`;
  letTimePass(device.root);
  const kind = random.pick(["delete", "rename", "split", "sort", "frontmatter", "frontmatter"]);
  const to = path.replace(/\.md$/, `-${random.pick(["more", "old"])}.md`);
  const entries = text.split("\n").filter((line) => line.startsWith("- "));
  if (kind === "delete") {
    for (const token of tokensOf(text))
      lines.gone(token, { device: device.nth, path, isInterrupted });
    rmSync(join(device.root, path));
  } else if (kind === "rename" && !existsSync(join(device.root, to))) {
    lines.moved(tokensOf(text), device.nth, [path, to]);
    renameSync(join(device.root, path), join(device.root, to));
  } else if (kind === "split" && !existsSync(join(device.root, to)) && entries.length > 3) {
    const moved = entries.slice(entries.length / 2);
    lines.moved(tokensOf(moved.join("\n")), device.nth, [path, to]);
    save(device, to, `${moved.join("\n")}\n`);
    const rest = text.split("\n").filter((line) => !moved.includes(line));
    save(device, path, rest.join("\n"));
  } else if (kind === "sort") {
    const sorted = [...entries].sort();
    save(
      device,
      path,
      text
        .split("\n")
        .map((line) => (line.startsWith("- ") ? (sorted.shift() ?? line) : line))
        .join("\n"),
    );
  } else {
    const day = String(1 + random.below(28)).padStart(2, "0");
    const front = `---\nupdated: 2026-02-${day}\naliases: [${random.pick(words)}]\n---\n`;
    save(device, path, front + text.replace(/^---\n[\s\S]*?\n---\n/, ""));
    return `wrote frontmatter of ${path}`;
  }
  return `${kind}: ${path}`;
}

/** A picture, or what stands for one. */
export function savePicture({ device, random }: Hand): string {
  const bytes = Buffer.from([0x89, 0, 255, random.below(256), random.below(256), device.nth]);
  writeFileSync(join(device.root, "picture.png"), bytes);
  return "saved picture.png";
}

function pickLine({ device, random }: Hand): { path: string; token: string } | undefined {
  const found = [...filesOf(device.root)]
    .filter(([path]) => path.endsWith(".md"))
    .flatMap(([path, bytes]) => tokensOf(bytes.toString()).map((token) => ({ path, token })));
  return found.length === 0 ? undefined : random.pick(found);
}

function entryOf(token: string, random: Random): string {
  const day = String(1 + random.below(28)).padStart(2, "0");
  return `- Fact ${token} about ${random.pick(words)} (2026-02-${day})`;
}

function read(device: Device, path: string): string {
  const file = join(device.root, path);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** As editors save: over the old file, or a new file put in its place. */
function save({ root, nth }: Device, path: string, text: string): void {
  const file = join(root, path);
  if (nth % 2 === 0 || !existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  writeFileSync(`${file}~`, text);
  renameSync(`${file}~`, file);
}
