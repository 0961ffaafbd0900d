import { describe, expect, test } from "vitest";
import { setMarkedBlock } from "../../../src/cli/client-settings/marked-block.ts";
import { setJsonMember } from "../../../src/cli/client-settings/set-json-member.ts";
import { setTomlTable } from "../../../src/cli/client-settings/set-toml-table.ts";
import { fc } from "../../fast-check.ts";

const set = (text: string, keys = "servers.loci", value: unknown = { command: "x" }) =>
  setJsonMember(text, keys.split("."), () => value);

describe("setJsonMember()", () => {
  test.each([
    ["", '{\n  "servers": {\n    "loci": {\n      "command": "x"\n    }\n  }\n}\n'],
    ["{}", '{\n  "servers": {\n    "loci": {\n      "command": "x"\n    }\n  }\n}'],
    ['{"a": 1}', '{"a": 1, "servers": {"loci":{"command":"x"}}}'],
    [
      '{\n\t"servers": {\n\t\t"a": [1, {"}": "]"}] // last\n\t}\n}\n',
      '{\n\t"servers": {\n\t\t"a": [1, {"}": "]"}], // last\n\t\t"loci": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n',
    ],
    [
      '\uFEFF{\r\n    // "servers": {}\r\n    "servers": {}, /* , */\r\n}\r\n',
      '\uFEFF{\r\n    // "servers": {}\r\n    "servers": {\r\n        "loci": {\r\n            "command": "x"\r\n        }\r\n    }, /* , */\r\n}\r\n',
    ],
    [
      '{\n  "a": 1, // one\n}',
      '{\n  "a": 1, // one\n  "servers": {\n    "loci": {\n      "command": "x"\n    }\n  },\n}',
    ],
    [
      '{"servers": {"loci": 1, "b": "\\"{"}}',
      '{"servers": {"loci": {\n  "command": "x"\n}, "b": "\\"{"}}',
    ],
    ['{ "servers": {"loci": {"command":"x"}} }', '{ "servers": {"loci": {"command":"x"}} }'],
    [
      '{"servers": 1, "servers": {"loci": 2}}',
      '{"servers": 1, "servers": {"loci": {\n  "command": "x"\n}}}',
    ],
  ])("%j becomes %j", (text, expected) => {
    expect(set(text)).toBe(expected);
  });

  test.each([
    "{",
    "[]",
    "null",
    "{'a': 1}",
    '{"a": 1',
    '{"servers": []}',
    "{} {}",
    "/* {",
    '{"a": "\n"}',
  ])("refuses %j", (text) => {
    expect(() => set(text)).toThrow(SyntaxError);
  });

  test("says the same as JSON itself, and leaves every other byte", () => {
    const key = fc.oneof(fc.constantFrom("loci", "servers", "__proto__", '"'), fc.string());
    const document = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(
        document,
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 2, "\t"),
        (value, keys, indent) => {
          const text = JSON.stringify(value, null, indent);
          const expected = JSON.parse(text);
          const isNew = setIn(expected, keys, { a: [1] });
          if (isNew === undefined) {
            expect(() => setJsonMember(text, keys, () => 1)).toThrow(SyntaxError);
            return;
          }
          const changed = setJsonMember(text, keys, () => ({ a: [1] }));
          expect(JSON.parse(changed)).toEqual(expected);
          expect(setJsonMember(changed, keys, () => ({ a: [1] }))).toBe(changed);
          if (isNew) expect(isWithin(text, changed)).toBe(true);
        },
      ),
    );
  });
});

const define = (on: object, key: string, value: unknown): void =>
  void Object.defineProperty(on, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });

/** Sets it in a value; true where it was not there, undefined where something else stands in the way. */
function setIn(
  value: unknown,
  [key = "", ...rest]: readonly string[],
  to: unknown,
): boolean | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const isNew = !Object.hasOwn(value, key);
  if (rest.length === 0) define(value, key, to);
  else {
    if (isNew) define(value, key, {});
    return setIn(Reflect.get(value, key), rest, to);
  }
  return isNew;
}

/** True where nothing was taken away. */
function isWithin(small: string, large: string): boolean {
  let at = 0;
  for (const character of large) if (small.startsWith(character, at)) at += character.length;
  return at === small.length;
}

const table = (text: string) =>
  setTomlTable(text, ["mcp_servers", "loci"], { command: "x", args: ["a", 'b"'] });
const written = '[mcp_servers.loci]\ncommand = "x"\nargs = ["a", "b\\""]\n';

describe("setTomlTable()", () => {
  test.each([
    ["", written],
    ['model = "o"\n', `model = "o"\n\n${written}`],
    ['model = "o"', `model = "o"\n\n${written}`],
    ["a = 1\r\n", `a = 1\r\n\r\n${written.replaceAll("\n", "\r\n")}`],
    [written, written],
    [
      '[a]\nb = 1\n\n[mcp_servers."loci"] # mine\nargs = [\n  "old]", # ]\n]\ntimeout = 3\n\n[mcp_servers.loci.env]\nK = "v"\n',
      '[a]\nb = 1\n\n[mcp_servers."loci"] # mine\ncommand = "x"\nargs = ["a", "b\\""]\ntimeout = 3\n\n[mcp_servers.loci.env]\nK = "v"\n',
    ],
    [
      'a = """\n[mcp_servers.loci]\n"""\nb = \'# "\'\n',
      `a = """\n[mcp_servers.loci]\n"""\nb = '# "'\n\n${written}`,
    ],
  ])("%j becomes %j", (text, expected) => {
    expect(table(text)).toBe(expected);
    expect(table(expected)).toBe(expected);
  });

  test.each(['a = """\n', "mcp_servers = { }\n", "mcp_servers.b.command = 1\n"])(
    "refuses %j",
    (text) => {
      expect(() => table(text)).toThrow(SyntaxError);
    },
  );
});

describe("setMarkedBlock()", () => {
  const eols = fc.constantFrom("\n", "\r\n");
  test("is replaced the second time, and all around it stays", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), eols, fc.string(), (lines, eol, more) => {
        const text = lines.map((line) => line + eol).join("");
        const once = setMarkedBlock(text, "one\ntwo");
        expect(once.startsWith(text)).toBe(true);
        expect(once).toContain(`one${eol === "\r\n" && text.includes(eol) ? eol : "\n"}two`);
        const after = once + more.replaceAll("<", "");
        const twice = setMarkedBlock(after, "three");
        expect(twice).toBe(after.replace(/one\r?\ntwo/, () => "three"));
        expect(setMarkedBlock(twice, "three")).toBe(twice);
      }),
    );
  });

  test.each([
    "<!-- loci:begin -->\n",
    "<!-- loci:end -->\n",
    "<!-- loci:end -->\n<!-- loci:begin -->\n",
  ])("refuses %j", (text) => {
    expect(() => setMarkedBlock(text, "x")).toThrow(SyntaxError);
  });
});
