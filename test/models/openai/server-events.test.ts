import { expect, test } from "vitest";
import { createEventReader, type ServerEvent } from "../../../src/models/openai/server-events.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

function read(pieces: readonly string[]): ServerEvent[] {
  const reader = createEventReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

const data = (text: string): ServerEvent => ({ type: "data", text });

test.each<[string, string, ServerEvent[]]>([
  ["events", "data: a\n\ndata: b\n\n", [data("a"), data("b")]],
  ["a last event without its blank line", "data: a\n\ndata: b", [data("a"), data("b")]],
  ["lines by any ending", "data: a\r\rdata: b\r\n\r\n", [data("a"), data("b")]],
  ["several lines of one event", "data: a\r\ndata: b\r\n\r\n", [data("a\nb")]],
  ["no blank after the colon", "data:a\n\n", [data("a")]],
  ["other fields and comments", ": hi\nid: 7\nevent: x\nretry: 5\ndata: a\n\n", [data("a")]],
  ["blank lines before the first event", "\n\n  \ndata: a\n\n", [data("a")]],
  ["an error event", 'event: error\ndata: {"x":1}\n\n', [{ type: "error", text: '{"x":1}' }]],
  ["an error line", "error: bad\n\n", [{ type: "error", text: "bad" }]],
  ["one document", ' {\n"a": 1}\n', [{ type: "whole", text: ' {\n"a": 1}\n' }]],
  ["a page", "<html>data: a</html>", [{ type: "whole", text: "<html>data: a</html>" }]],
  ["a few letters", "dat", [{ type: "whole", text: "dat" }]],
  ["nothing", " \n", []],
])("createEventReader() reads %s, however it is cut", (_name, text, events) => {
  expect(read([text])).toEqual(events);
  expect(read([...text])).toEqual(events);
  for (let i = 0; i <= text.length; i++) {
    expect(read([text.slice(0, i), "", text.slice(i)])).toEqual(events);
  }
});

test("createEventReader() gives the same events wherever a stream is cut", () => {
  const line = fc.constantFrom("data: a", "data:", "data: b:c", ": x", "event: error", "id: 1", "");
  const ending = fc.constantFrom("\n", "\r\n", "\r");
  const stream = fc.array(fc.tuple(line, ending)).map((lines) => lines.flat().join(""));
  fc.assert(
    fc.property(stream, fc.array(fc.nat(80)), (text, cuts) => {
      const whole = `data: start\n\n${text}`;
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length];
      const sorted = at.toSorted((a, b) => a - b);
      const pieces = sorted.slice(1).map((cut, i) => whole.slice(sorted[i], cut));
      expect(read(pieces)).toEqual(read([whole]));
    }),
  );
});

test("createEventReader() takes a line of many pieces in linear time", () => {
  const reader = createEventReader();
  const piece = "x".repeat(64);
  const start = cpuMs();
  reader.push("data: ");
  for (let i = 0; i < 100_000; i++) reader.push(piece);
  expect(reader.end()[0]?.text).toHaveLength(6_400_000);
  expect(cpuMs() - start).toBeLessThan(3_000);
});
