import { expect, test } from "vitest";
import type { Model } from "../../src/models/respond.ts";
import { conclusion } from "./conclusions.ts";
import { answering, openVault } from "./open-vault.ts";
import { digest, type Said, talk } from "./talk.ts";

test("private data stays out of memories, quotes and the summary where it is set so, and on the device", async () => {
  const seen: string[] = [];
  const model = answering({
    summary: "My mail ana@example.org.",
    conclusions: [conclusion("My mail is [e-mail]")],
  });
  const respond: Model["respond"] = (request, signal) => {
    seen.push(JSON.stringify(request));
    return model.respond(request, signal);
  };
  const privacy = { anonymize: "all", saveTranscripts: true } as const;
  const vault = openVault({ model: { ...model, respond }, settings: { privacy } });
  talk(vault, ["My mail is ana@example.org", "ok"]);
  await digest(vault);
  const texts = Object.values(vault.files()).join("");
  expect(Object.keys(vault.files())).toHaveLength(3);
  expect(texts).toContain("- My mail is ");
  expect(texts + seen.join("")).not.toContain("example.org");
  expect(seen).toHaveLength(1);
});

test("transcripts are kept only where the setting for typed or spoken words says so", async () => {
  const messages: Said[] = [
    "# typed <b>words</b>",
    "fine",
    { content: "spoken words", mode: "voice" },
    { content: "good", mode: "voice" },
  ];
  const kept = async (privacy: Record<string, boolean>) => {
    const vault = openVault({ settings: { privacy }, model: answering({}) });
    talk(vault, messages, { person: "ana" });
    await digest(vault);
    return Object.entries(vault.files());
  };
  expect(await kept({})).toEqual([]);
  const [[path, typed] = ["", ""]] = await kept({ saveTranscripts: true });
  expect(path).toMatch(/^conversations\/2026-02-12-\w{26}\.md$/);
  expect(typed).toBe(
    "# Conversation of 2026-02-12\n\n**ana** 12:00\n\n> \\# typed \\<b\\>words\\</b\\>\n\n**loci** 12:00\n\n> fine\n",
  );
  const [[, spoken] = ["", ""]] = await kept({ saveVoiceTranscripts: true });
  expect(spoken).toContain("> spoken words\n");
  expect(spoken).not.toContain("typed");
});

test("what is left out is not named beside a secret, where only the whole message tells that it is one", async () => {
  const vault = openVault({
    model: answering({ conclusions: [conclusion("bluefish22 for everybody", { quote: "never" })] }),
  });
  talk(vault, ["The wifi password is:\n\nbluefish22 for everybody here", "ok"]);
  const [digested] = await digest(vault);
  expect(digested?.leftOut).toMatchObject([{ text: "…" }]);
  expect(JSON.stringify([vault.files(), vault.db.sessions.resolved(null)])).not.toContain(
    "bluefish22",
  );
});
