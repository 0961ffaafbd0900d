import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { mcpClients } from "../../src/cli/client-settings/mcp-clients.ts";
import { cleanEnv, lociJson, runLoci } from "../run-loci.ts";
import { useFixture, useTempFolder, writeFiles } from "../temp.ts";

/** A home of its own, and `loci mcp install` in it. */
function useHome(files: Record<string, string> = {}) {
  const [home, vault] = [useTempFolder(), useFixture("starter")];
  writeFiles(home, files);
  const env = { HOME: home };
  const install = (...args: string[]) =>
    runLoci(["mcp", "install", ...args, "--vault", vault], { env, cwd: home });
  const read = (file: string): string => readFileSync(join(home, file), "utf8");
  return { home, vault, env, install, read };
}

test("each client gets the server in the form that it knows, and the second time nothing changes", async () => {
  const { home, vault, install, env } = useHome();
  const clients = mcpClients({ platform: process.platform, env, home });
  const names = Object.keys(clients);
  const first = await install(...names, "--person", "ana", "--tools", "anthropic", "--yes");
  expect(first.code).toBe(0);
  const written = Object.values(clients).map(({ file }) => readFileSync(file, "utf8"));
  const entries = names.map((name, i) => {
    if (name === "codex") return {};
    const settings = JSON.parse(written[i] ?? "");
    return (name === "vscode" ? settings.servers : settings.mcpServers).loci;
  });
  const args = ["mcp", "--vault", vault, "--person", "ana", "--tools", "anthropic"];
  for (const entry of entries.filter(({ args }) => args)) {
    expect(entry.command).toBe(process.execPath);
    expect(entry.args.slice(1)).toEqual(args);
  }
  expect(written[names.indexOf("codex")]).toMatch(/^\[mcp_servers\.loci\]\ncommand = "\//);
  expect(entries[names.indexOf("vscode")]).toMatchObject({ type: "stdio" });
  expect(statSync(clients["claude-code"]?.file ?? "").mode & 0o777).toBe(0o600);
  const second = await install(...names, "--person", "ana", "--tools", "anthropic");
  expect(second.stdout.match(/says so already/g)).toHaveLength(names.length);
  expect(Object.values(clients).map(({ file }) => readFileSync(file, "utf8"))).toEqual(written);

  const { command, args: own } = entries[0];
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command, args: own, env: cleanEnv() }));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["memory"]);
});

const mine = `{
  // mine
  "theme": "dark",
  "mcpServers": {
    "other": {"command": "x"}, // keep
    "loci": {
      "command": "old",
      "env": {"A": "1"}
    }
  }
}
`;

test("what else stands in a file stays byte for byte, and so do its rights", async () => {
  const { home, install, read } = useHome({ ".cursor/mcp.json": mine });
  chmodSync(join(home, ".cursor/mcp.json"), 0o640);
  const { stdout } = await install("cursor", "--yes");
  expect(stdout).toMatch(/^Cursor: .*\n- {7}"command": "old",\n/);
  const now = read(".cursor/mcp.json");
  const [before = "", after = ""] = mine.split(/"loci": \{[\s\S]*\n {4}\}/);
  expect(now.startsWith(before)).toBe(true);
  expect(now.endsWith(after)).toBe(true);
  expect(now).toMatch(/"env": \{\s+"A": "1"\s+\}/);
  expect(statSync(join(home, ".cursor/mcp.json")).mode & 0o777).toBe(0o640);
  expect(readdirSync(join(home, ".cursor"))).toEqual(["mcp.json"]);
});

test("an array of tables behind ours keeps its keys", async () => {
  const others = '[[profiles]]\ncommand = "theirs"\nargs = ["x"]\n';
  const ours = '[mcp_servers.loci]\ncommand = "old"\n';
  const { install, read } = useHome({ ".codex/config.toml": `${ours}\n${others}` });
  await install("codex", "--yes");
  expect(read(".codex/config.toml")).toMatch(/^\[mcp_servers\.loci\]\ncommand = "(?!old)/);
  expect(read(".codex/config.toml").endsWith(others)).toBe(true);
});

test("nothing is written without a yes, by --dry-run, or where no client is named", async () => {
  const { home, install, vault, env } = useHome();
  const asked = await install("cursor");
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  const dry = await install("cursor", "codex", "--hooks", "--dry-run", "--yes");
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain('"command": ');
  const listed = await lociJson(["mcp", "install", "--vault", vault], { env });
  expect(listed).toContainEqual({
    ...{ client: "cursor", title: "Cursor" },
    ...{ file: join(home, ".cursor/mcp.json"), isThere: false },
  });
  expect(readdirSync(home)).toEqual([]);
  expect(await install("cursr", "--yes")).toMatchObject({
    code: 2,
    stderr: /did you mean "cursor"/,
  });
});

test.each([
  ["broken JSON", "cursor", ".cursor/mcp.json", '{"mcpServers": {'],
  ["no object", "cursor", ".cursor/mcp.json", '{"mcpServers": []}'],
  ["no list of hooks", "--hooks", ".claude/settings.json", '{"hooks": {"SessionStart": {}}}'],
  ["half a TOML text", "codex", ".codex/config.toml", 'a = """\n'],
  ["half a pair of marks", "--agents-md=AGENTS.md", "AGENTS.md", "<!-- loci:end -->\n"],
])("%s is refused in one sentence, and left alone", async (_, what, file, text) => {
  const { install, read, home } = useHome({ [file]: text });
  const { code, stderr } = await install(what, "--yes");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Cannot change [^\n]+: [^\n]+\n$/);
  expect(stderr).toContain(join(home, file));
  expect(read(file)).toBe(text);
});

test("what is not UTF-8 text is left alone", async () => {
  const { home, install } = useHome();
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  writeFileSync(join(home, ".claude.json"), bytes);
  expect((await install("claude-code", "--yes")).stderr).toContain("it is not UTF-8 text");
  expect(readFileSync(join(home, ".claude.json"))).toEqual(bytes);
});

test("no link is followed out of the home, and none is replaced", async () => {
  const { home, install } = useHome();
  const outside = useTempFolder();
  writeFileSync(join(outside, "mcp.json"), "{}");
  symlinkSync(outside, join(home, ".cursor"));
  symlinkSync(join(outside, "mcp.json"), join(home, ".claude.json"));
  symlinkSync(join(outside, "nothing"), join(home, "AGENTS.md"));
  mkdirSync(join(home, "real/Code/User"), { recursive: true });
  symlinkSync(join(home, "real"), join(home, ".config"));
  for (const what of ["cursor", "claude-code", "--agents-md=AGENTS.md"]) {
    const { code, stderr } = await install(what, "--yes");
    expect(code).toBe(1);
    expect(stderr).toMatch(/link/);
  }
  expect(readdirSync(outside)).toEqual(["mcp.json"]);
  expect(readFileSync(join(outside, "mcp.json"), "utf8")).toBe("{}");
  expect((await install("vscode", "--yes")).code).toBe(process.platform === "linux" ? 0 : 1);
});

test("of a long line, which may hold anything, only what is new is shown", async () => {
  const secret = "sk-secret";
  const text = JSON.stringify({ token: secret, more: "x".repeat(400), mcpServers: { a: 1 } });
  const { install, read } = useHome({ ".claude.json": text });
  const { stdout } = await install("claude-code", "--yes");
  expect(stdout).toContain('"loci"');
  expect(stdout).not.toContain(secret);
  expect(JSON.parse(read(".claude.json"))).toMatchObject({ token: secret, mcpServers: { a: 1 } });
});

test("hooks run Loci at the start and the end of a session, beside those of others", async () => {
  const theirs = { hooks: [{ type: "command", command: "theirs" }] };
  const { install, read, vault } = useHome({
    ".claude/settings.json": JSON.stringify({ hooks: { SessionStart: [theirs], Stop: [theirs] } }),
  });
  await install("--hooks", "--yes");
  const { hooks } = JSON.parse(read(".claude/settings.json"));
  expect(hooks.SessionStart).toEqual([theirs, { hooks: [expect.anything()] }]);
  expect(hooks.Stop).toEqual([theirs]);
  const [{ command }] = hooks.SessionStart[1].hooks;
  expect(command).toMatch(/'mcp' 'context' '--vault' '[^']+' # loci$/);
  expect(hooks.SessionEnd[0].hooks[0].command).toMatch(/'sync' .* \|\| true # loci$/);
  await install("--hooks", "--yes", "--person", "ana");
  expect(JSON.parse(read(".claude/settings.json")).hooks.SessionStart).toHaveLength(2);
  const context = await runLoci(["mcp", "context", "--vault", vault]);
  expect(context.stdout).toMatch(/^## Known of the person\n- /);
});

test("a marked block is written into AGENTS.md and CLAUDE.md, and replaced the second time", async () => {
  const { install, read, home } = useHome({ "AGENTS.md": "# Mine\r\n\r\nBe kind.\r\n" });
  const files = ["--agents-md", "AGENTS.md", "--agents-md", "deep/CLAUDE.md"];
  expect((await install(...files, "--yes")).code).toBe(0);
  const once = read("AGENTS.md");
  expect(once).toMatch(/^# Mine\r\n\r\nBe kind\.\r\n\r\n<!-- loci:begin .*-->\r\n/);
  expect(existsSync(dirname(join(home, "deep/CLAUDE.md")))).toBe(true);
  writeFileSync(join(home, "AGENTS.md"), `${once.replace("- Call", "- Never call")}After.\r\n`);
  await install(...files, "--yes");
  expect(read("AGENTS.md")).toBe(`${once}After.\r\n`);
});
