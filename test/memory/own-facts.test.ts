import { expect, test } from "vitest";
import { learn } from "../private-talk.ts";
import { useCloudName } from "../use-cloud-name.ts";
import { type Script, watchVault } from "../watched-vault.ts";

/** What a model on a server is told of the person who speaks, whatever they say: each line holds a word of its own. */
const files = {
  "topics/home.md": [
    "- Water stopcock behind the washing machine stopword (2026-01-05) [importance:: 0.9]",
    "- Bens ring size ringword (2026-01-06) [person:: Ben] [key:: ring_size]",
    "- The lamp hangs plainword (2026-01-07)",
    "- Door code doorword (2026-01-07) [key:: door_code] [sensitivity:: secret]",
    "- Trip was fun overword (2026-01-07) [key:: trip] [until:: 2026-01-20]",
    "- ~~Old router oldword~~ (2026-01-07) [key:: router] [superseded:: ^x1]",
  ].join("\n"),
  "people/ana/profile.md": "- Speaks Catalan profileword #protected\n",
  "people/ana/general/2026-01.md": [
    "- Loves oat milk milkword (2026-01-08) #preference",
    "- Lives in Reus reusword (2026-01-02) [key:: home_city]",
    "- Lived in Vic vicword (2025-01-02) [key:: home_city]",
    "- Allergic to walnuts nutword (2026-01-03) [importance:: 1]",
  ].join("\n"),
  "people/ben/general/2026-01.md": "- Loves rum rumword (2026-01-08) #preference\n",
  "agents/loci/topics/tone.md": "- Be brief toneword (2026-01-08) #protected\n",
  "archive/general/2025-01.md": "- Loved tea teaword (2025-01-08) #preference\n",
};

const factsOf = (prompt: string | null | undefined): string =>
  /<facts>\n(.*?)\n<\/facts>/s.exec(prompt ?? "")?.[1] ?? "";

const wordsIn = (text: string): string[] => [...text.matchAll(/\b\w+word\b/g)].map(([one]) => one);

test.each([
  ["ana", ["nutword", "reusword", "milkword", "stopword"]],
  ["ben", ["rumword", "ringword", "stopword"]],
  [undefined, ["stopword"]],
])(
  "%s has their own facts and the home's in each prompt, and nothing of others",
  async (person, words) => {
    const vault = await watchVault(files);
    await vault.talk(["Good morning"], person === undefined ? {} : { person });
    const [request] = vault.asked("reply");
    const shown = wordsIn(factsOf(request?.messages[0]?.content));
    expect(shown.toSorted()).toEqual(words.toSorted());
    if (person === "ana") expect(shown[0]).toBe("nutword");
  },
);

test("own facts that tell a secret go to no model that is away", async () => {
  const hidden = {
    ...files,
    "topics/safe.md":
      "---\ntitle: Safe\nsensitivity: secret\n---\n\n- Behind the painting safeword (2026-01-05) #protected\n",
    "people/ana/general/2026-02.md":
      "- Loves cake cakeword (2026-02-01) #preference\n  - the tin's code is tinword [sensitivity:: secret]\n",
  };
  const vault = await watchVault(hidden);
  vault.env.LOCI_MODEL_BASE_URL = vault.server.url.replace("127.0.0.1", useCloudName());
  await vault.talk(["Good morning"], { person: "ana" });
  const facts = factsOf(vault.asked("reply")[0]?.messages[0]?.content);
  expect(facts).toContain("milkword");
  expect(facts).not.toMatch(/tinword|safeword|doorword/);
});

test("with memory across conversations off there are none", async () => {
  const vault = await watchVault(files, {}, { env: { LOCI_PRIVACY_CROSS_SESSION: "false" } });
  await vault.talk(["Good morning"], { person: "ana" });
  expect(wordsIn(vault.asked("reply")[0]?.messages[0]?.content ?? "")).toEqual([]);
});

test("a preference that a conversation taught is in the next one's prompt", async () => {
  const text = "Ana prefers the window seat on every single train journey";
  const script: Script = {
    extract: ({ messages }) =>
      messages[1]?.content.includes("window seat") === true
        ? { conclusions: learn(text).map((one) => ({ ...one, kind: "preference" })) }
        : {},
  };
  const vault = await watchVault(files, script);
  await vault.talk(["I always prefer the window seat on every single train journey"], {
    person: "ana",
  });
  await vault.talk(["Good morning"], { person: "ana" });
  expect(factsOf(vault.asked("reply").at(-1)?.messages[0]?.content)).toContain(text);
  expect(vault.server.violations).toEqual([]);
});
