import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitEnv } from "../sync/repo.ts";
import { writeFiles } from "../temp.ts";

/** Each line of this vault holds a word that stands nowhere else. */
export const files = {
  "loci.yaml":
    "timezone: UTC\nprune:\n  max: 1\n  batch: 1\nagents:\n  concierge:\n    persona: You are Concierge.\n  clerk:\n    persona: You are Clerk.\n",
  "topics/home.md": [
    "---\ntitle: Home\nsummary: where things hang\n---\n",
    "- The spare key hangs by the door openword (2026-01-05)",
    "- Hides the ring in the flour tin ringword (2026-01-06) [person:: Ben] [key:: ring] [remind:: 2026-01-01]",
    "  - wrapped in paper wrapword",
    "\n  and a ribbon bowword",
    "- The lamp hangs too lampword (2026-01-07)",
    "- Waters the fern every Friday pairword (2026-01-08)",
    "- Every Friday pairword waters the fern (2026-01-08)\n",
  ].join("\n"),
  "topics/index.txt": "2026-01-07T10:00:00|home|where things hang\n",
  "people/ana/topics/music.md":
    "---\ntitle: Music\n---\n\n- Plays the flute anaword (2026-01-05)\n",
  "people/ben/topics/gifts.md":
    "---\ntitle: Gifts titleword\nsummary: sumword\n---\n\n- Bought a bicycle bikeword (2026-01-05) [source:: 01JKXWONE] [remind:: 2099-01-01]\n- And a bell bellword (2026-01-06) [source:: 01JKXWONE]\n- Paints eggs twinword at Easter (2026-01-06)\n- At Easter paints eggs twinword (2026-01-06)\n",
  "archive/people/ben/topics/gifts.md": "- Sold the boat boatword (2025-01-05)\n",
  "people/ben/topics/index.txt": "2026-01-07T11:00:00|gifts|recentword\n",
  "people/ben/profile.md": "- Speaks Catalan profileword\n",
  "people/ben.md": "- A note noteword\n",
  "agents/concierge/topics/safe.md":
    "---\ntitle: Safe\n---\n\n- What hums behind the painting is the safe safeword (2026-01-05)\n",
  "agents/clerk/agent.md": "- You are the clerk clerkword\n",
  "log/2026-01.md": [
    "## 2026-01-06T10:00:00+00:00 home\n\nA surprise sessionword.\n",
    "- learned: Hides the ring in the flour tin ringword → topics/home.md",
    "- session: 01JKXWBEN · agent loci · person ben · text · en\n",
    "## 2026-01-07T10:00:00+00:00 home\n\nHouse things.\n",
    "- learned: The lamp hangs too lampword → topics/home.md",
    "- learned: Bought a bicycle bikeword → people/ben/topics/gifts.md",
    "- session: 01JKXWTWO · agent loci · text · en\n",
    "## 2026-01-08T10:00:00+00:00 home\n\nThe spare key hangs by the door openword, as toldword.\n",
    "- learned: The spare key hangs by the door openword → topics/home.md",
    '  - said: "for the burglar, saidword"',
    "- session: 01JKXWTRI · agent loci · person ben · text · en\n",
  ].join("\n"),
};

const bens =
  "ringword wrapword bowword titleword sumword bikeword recentword profileword noteword boatword bellword twinword sessionword toldword saidword";
export const words = `openword lampword pairword anaword safeword clerkword ${bens}`.split(" ");
export const everyones = ["openword", "lampword"];
const readable = [...everyones, "pairword"];

export const viewers = {
  nobody: { flags: [], query: {}, sees: readable },
  ana: { flags: ["--person", "ana"], query: { person: "ana" }, sees: [...readable, "anaword"] },
  ben: {
    flags: ["--person", "ben"],
    query: { person: "ben" },
    sees: [...readable, ...bens.split(" ")],
  },
  concierge: {
    flags: ["--agent", "concierge"],
    query: { agent: "concierge" },
    sees: [...readable, "safeword"],
  },
} as const;

/** A repository with one commit of these files, in a folder that is the caller's to remove. */
export function commitFiles(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "loci-test-"));
  writeFiles(root, files);
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, env: gitEnv, stdio: "pipe" });
  git("init", "-q", "-b", "main", "--template=");
  git("add", "-A");
  git("commit", "-qm", "all");
  return root;
}
