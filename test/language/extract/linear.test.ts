import { expect, test } from "vitest";
import { say } from "./say.ts";

/** As long as the longest sentence that is looked at. */
const longest = 399;
const pumped = (start: string, pump: string): string =>
  start + pump.repeat(Math.floor((longest - start.length) / pump.length));

// Texts on which patterns backtracked, as recheck 4.5.0 found them.
test.each([
  ["en", "my gp= ", "on "],
  ["en", "my gp's gp is ", "now "],
  ["en", "", "no "],
  ["en", "the - ", "size is 0 "],
  ["es", "", "no "],
  ["es", "e quiero que ", "por favor, quiero que "],
  ["ca", "l'cvv d' ", " és r "],
  ["pt", "o o á ", "vai no ii "],
  ["pt", "não s ", "mais "],
  ["fr", "", "non "],
  ["fr", "", "n''"],
  ["fr", "", ",t, s'il te plaît, s'il te plaît"],
  ["de", "der n z o wird ", "z, nicht n wird "],
  ["de", "ich e ", "nicht mehr "],
  ["de", "ist u", "id"],
])("in %s a sentence of %j and many %j is read at once", (language, start, pump) => {
  const said = pumped(start, pump);
  expect(said.length).toBeGreaterThan(longest - 40);
  const many = Array.from({ length: 20 }, () => `${said}.`).join("\n");
  expect(say(many, { language }).length).toBeLessThanOrEqual(20);
});

// Texts that took ten seconds while a pattern allowed words without a space between them.
test.each([
  ["en", "in", "every day the and it is"],
  ["en", "i drive a", "!x the and it is"],
  ["en", "i collect", "!x the and it is"],
  ["de", "ich züchte", "!x der und das ist"],
])(
  "in %s sentences of %j and words of 120 letters are read at once",
  (language, start, end) => {
    const word = `b${"es".repeat(60)}`;
    const messages = Array.from({ length: 60 }, (_, i) => `${start} ${word} ${word} ${end} ${i}`);
    expect(say(messages, { language }).length).toBeLessThanOrEqual(60);
  },
  5_000,
);
