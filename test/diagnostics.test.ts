import { expect, test } from "vitest";
import { observe, onHappening } from "../src/diagnostics.ts";

test("a listener that throws ends neither the work nor what others hear", () => {
  const heard: string[] = [];
  const close = [
    onHappening(() => {
      throw new Error("no figures today");
    }),
    onHappening(({ type }) => void heard.push(type)),
  ];
  observe({ type: "shortcut" });
  for (const end of close) end();
  observe({ type: "shortcut" });
  expect(heard).toEqual(["shortcut"]);
});
