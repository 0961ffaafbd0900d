import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";
import { runLoci } from "../run-loci.ts";
import { call, overStdio, served } from "../server/mcp/mcp-client.ts";

type Who = Readonly<Partial<Record<"person" | "agent", string>>>;

const text = "Salts the pasta water late";

/** Saves the memory for whom a door is told, and answers with the file. */
const doors: Readonly<
  Record<string, (vault: Awaited<ReturnType<typeof served>>, who: Who) => Promise<string>>
> = {
  async "loci remember"({ root }, who) {
    const { stdout } = await runLoci(["remember", text, ...flags(who), "--json", "--vault", root]);
    return JSON.parse(stdout).file;
  },
  async "POST /api/facts"({ address, token }, who) {
    const answer = await fetch(new URL("/api/facts", address), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ text, ...who }),
    });
    return Object(await answer.json()).file;
  },
  async "loci mcp"({ root }, who) {
    const client = await overStdio(root, "legacy", ...flags(who));
    return Object((await call(client, "remember", { text })).data).file;
  },
  async "/mcp"({ overHttp }, who) {
    const client = await overHttp("legacy", `?${new URLSearchParams(who)}`);
    return Object((await call(client, "remember", { text })).data).file;
  },
};

const flags = (who: Who): string[] =>
  Object.entries(who).flatMap(([name, id]) => [`--${name}`, id]);

const viewers: readonly Who[] = [
  ...[{}, { person: "ana" }, { agent: "chef" }, { agent: "concierge" }],
  ...[
    { person: "ana", agent: "chef" },
    { person: "ben", agent: "chef" },
  ],
];

test.each(Object.entries(doors))(
  "%s with an agent saves what that agent alone sees, and with a person beside it that person alone",
  async (_, save) => {
    for (const [who, sees] of [
      [{ agent: "chef" }, ["chef", "ana chef", "ben chef"]],
      [{ person: "ana", agent: "chef" }, ["ana chef"]],
    ] as const) {
      const vault = await served();
      expect(await save(vault, who)).toMatch(/^agents\/chef\//);
      await vault.loci.index.refresh();
      const seeing: string[] = [];
      for (const viewer of viewers) {
        const { hits } = await vault.loci.memory.recall(text, { viewer });
        if (hits.some((hit) => hit.text === text)) seeing.push(Object.values(viewer).join(" "));
      }
      expect(seeing).toEqual(sees);
    }
  },
);

test.each([
  [{ agent: "chef" }, true],
  [{ person: "ana" }, false],
])("recall for %j finds what is everyone's beside their own", async (who, isChef) => {
  const { root, address, token } = await served({
    "topics/wifi.md": "- The wifi password is on the fridge\n",
    "agents/chef/topics/wifi.md": "- The oven is on the wifi too\n",
  });
  const headers = { authorization: `Bearer ${token}` };
  const query = new URLSearchParams({ q: "wifi", ...who });
  const ask = async (path: string) => {
    const answer = await fetch(new URL(`${path}?${query}`, address), { headers });
    const { hits, facts } = Object(await answer.json());
    return JSON.stringify(hits ?? facts);
  };
  const { stdout } = await runLoci(["recall", "wifi", ...flags(who), "--vault", root]);
  const listed = isChef ? [await ask("/api/facts")] : []; // There, a person is a filter.
  for (const said of [stdout, await ask("/api/recall"), ...listed]) {
    expect(said).toContain("on the fridge");
    expect(said.includes("The oven")).toBe(isChef);
  }
});

test("person in a file's frontmatter says whose its memories are that carry no mark of their own", async () => {
  const vault = await createPastVault();
  vault.write(
    "topics/list.md",
    "---\ntitle: List\nperson: Ben\n---\n\n- Owes Pau ten euros\n- Sees Pau on Monday [person:: ana]\n\nThe note of Pau.\n",
  );
  const said = async (...words: readonly string[]) => (await vault.loci(...words)).stdout;
  for (const [who, sees] of [
    [[], []],
    [
      ["--person", "ben"],
      ["Owes", "note"],
    ],
    [["--person", "ana"], ["Sees"]],
    [["--all-people"], ["Owes", "Sees", "note"]],
  ] as const) {
    const all = `${await said("recall", "Pau", ...who)}${await said("show", "list", ...who)}`;
    expect(["Owes", "Sees", "note"].filter((words) => all.includes(words))).toEqual(sees);
  }
  expect(await said("show")).not.toContain("List");
  expect(await said("show", "--person", "ben")).toContain("List");
  const { code, stderr } = await vault.loci("remember", "Owes Eva one euro", "--topic", "list");
  expect([code, stderr]).toEqual([1, expect.stringContaining("it is somebody's own")]);
  const bens = await vault.loci("remember", "Owes Eva two", "--topic", "list", "--person", "ben");
  expect([bens.code, vault.read("people/ben/topics/list.md")]).toEqual([
    0,
    expect.stringContaining("Owes Eva two"),
  ]);
});
