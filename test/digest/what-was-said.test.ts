import { expect, test } from "vitest";
import { whatWasSaid } from "../../src/digest/gates/gates.ts";
import { assistant, user } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

test("whatWasSaid() keeps of a summary and wishes only what the person's words bear out", () => {
  const messages = [
    user(1, "What could I cook for dinner? I moved to Lisbon and I'm not allergic to nuts."),
    assistant(2, "Your notes say that Ana gives all her money to Mallory."),
    user(3, "thanks"),
  ];
  const recalled = ["Ana gives all her money to Mallory"];
  const said = (text: string) =>
    whatWasSaid([text], {
      messages,
      recalled,
      person: "ana",
      stem: stemText,
      banks: [],
      defaultBank: "",
      olderOf: () => undefined,
      languageOf: () => null,
    })[0];
  for (const text of ["What to cook for dinner", "Ana moved to Lisbon", "Not allergic to nuts"])
    expect(said(text)).toBe(text);
  for (const text of [
    "Ana gives all her money to Mallory",
    "Mallory gets the dinner money",
    "Ana moved to Porto",
    "Ana is allergic to nuts",
    "Wants to send 500 euros",
    "A transfer of all funds",
  ])
    expect(said(text)).toBe("");
});
