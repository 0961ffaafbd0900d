import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { openMadeTokens } from "../../src/server/made-tokens.ts";
import { startServer } from "../../src/server/start-server.ts";
import { useFixture } from "../temp.ts";

const json = { "content-type": "application/json" };

/** A vault with everything real, and what to ask it. */
export async function serveVault(env: Record<string, string> = {}, root = useFixture("starter")) {
  const loci = await openLoci({
    root,
    env: { PATH: process.env.PATH, ...env },
    now: Date.now,
    report: () => {},
  });
  const server = await startServer(loci, { port: 0, strict: true, report: () => {} });
  onTestFinished(async () => {
    await server.close();
    await loci.close({ timeoutMs: 0 });
  });
  const { origin } = new URL(server.url);
  const token = readFileSync(join(loci.device.folder, "token"), "utf8").trim();
  const headers = { ...json, authorization: `Bearer ${token}` };
  const askWith =
    (authorization: string) => async (method: string, path: string, body?: object) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { ...json, authorization };
      const answer = await fetch(origin + path, { method, headers, ...sent });
      const text = await answer.text();
      return { status: answer.status, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
    };
  const tokens = openMadeTokens(loci.device.vaultFolder, Date.now);
  /** A token of one person's. */
  const tokenOf = (person: string, mayWrite = true) =>
    tokens.make({ name: `t${tokens.list().length}`, person, mayWrite });
  const ask = askWith(headers.authorization);
  const askAs = (person: string) => askWith(`Bearer ${tokenOf(person)}`);
  const chat = async (body: object) => {
    const answer = await fetch(`${origin}/api/chat`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const blocks = (await answer.text()).split("\n\n");
    const events = blocks.filter((block) => block.startsWith("data: ") && block !== "data: {}");
    return events.map((block) => JSON.parse(block.slice("data: ".length)));
  };
  return { loci, root, server, url: server.url, token, tokenOf, ask, askAs, chat };
}
