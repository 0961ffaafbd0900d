import { expect, test } from "vitest";
import type { KnownLine } from "../../../src/models/task.ts";
import { decision, discovery, fact, type Kept, keptOf, plan, preference, say } from "./say.ts";

const line = (text: string, key = ""): KnownLine => ({
  label: "m1",
  text,
  date: "2026-01-05",
  key,
});

/** What is known, what is said, and how the one stands to the other. */
const related: readonly (readonly [KnownLine, string, readonly Kept[]])[] = [
  [
    line("Lives in Leeds", "home_city"),
    "I live in Leeds",
    [fact("Lives in Leeds", { relation: "known", of: "m1" })],
  ],
  [
    line("Lives in Leeds", "home_city"),
    "I've moved to York",
    [fact("Moved to York", { relation: "updates", of: "m1" })],
  ],
  [
    line("Lives in Leeds", "home_city"),
    "I no longer live in Leeds",
    [fact("No longer lives in Leeds", { relation: "updates", of: "m1" })],
  ],
  [
    line("Lives in Leeds", "home_city"),
    "My sister lives in York",
    [fact("My sister lives in York", { relation: "new", of: null })],
  ],
  [
    line("Loves olives"),
    "I hate olives",
    [preference("Hates olives", { relation: "contradicts", of: "m1" })],
  ],
  [
    line("Loves olives"),
    "No, actually I hate olives",
    [preference("Hates olives", { relation: "updates", of: "m1" })],
  ],
  [
    line("Allergic to nuts"),
    "I'm not allergic to nuts",
    [fact("I'm not allergic to nuts", { relation: "updates", of: "m1" })],
  ],
  [
    line("We decided to paint the bathroom blue"),
    "The bathroom will be white, not blue",
    [decision("The bathroom will be white, not blue", { relation: "updates", of: "m1" })],
  ],
  [
    line("We decided to paint the fence blue"),
    "The bathroom will be white, not blue",
    [decision("The bathroom will be white, not blue", { relation: "new", of: null })],
  ],
  [
    line("The dentist is on 8 March 2026"),
    "The dentist is on 9 March",
    [plan("The dentist is on 9 March 2026", { relation: "new", of: null })],
  ],
  [
    line("My birthday is on 4 May", "birthday"),
    "My mother's birthday is on 9 May",
    [
      fact("My mother's birthday is on 9 May", {
        key: "mother_birthday",
        relation: "new",
        of: null,
      }),
    ],
  ],
  [
    line("My phone number is 555 0101", "phone"),
    "My phone is a Pixel 8",
    [fact("My phone is a Pixel 8", { key: "phone_model", relation: "new", of: null })],
  ],
  [
    line("My phone number is 555 0101", "phone"),
    "The phone number of the school is 555 0199",
    [
      fact("The phone number of the school is 555 0199", {
        key: "school_phone",
        relation: "new",
        of: null,
      }),
    ],
  ],
];

test.each(related)("extractOffline() relates to %j what is said: %s", (known, said, expected) => {
  expect(keptOf(expected, say(said, { language: "en", known: [known] }))).toEqual(expected);
});

/** Conversations of several messages; `<` is the assistant. */
const conversations: readonly (readonly [readonly string[], readonly Kept[]])[] = [
  [
    ["My brother is called Nils", "He lives in Oslo"],
    [
      fact("My brother is called Nils", { sources: [1] }),
      fact("My brother Nils lives in Oslo", { key: "nils_home_city", sources: [1, 2] }),
    ],
  ],
  [
    ["My brother is called Nils", "What's the time?", "He lives in Oslo"],
    [fact("My brother is called Nils")],
  ],
  [
    ["My brother is called Tim", "No wait, his name is Jim"],
    [fact("My brother is called Jim", { key: "brother_name", sources: [1, 2] })],
  ],
  [
    ["My sister Ann lives in Bath", "Her birthday is on May 3"],
    [
      fact("My sister Ann lives in Bath"),
      fact("Ann's birthday is on May 3", { key: "ann_birthday" }),
    ],
  ],
  [["I moved to York, I no longer live in Leeds"], [fact("Moved to York", "home_city")]],
  [["I no longer live in Leeds, I moved to York"], [fact("Moved to York", "home_city")]],
  [
    ["The vet comes on Tuesday", "sorry, on Wednesday"],
    [plan("The vet comes on Wednesday 2026-03-04", { sources: [1, 2] })],
  ],
  [["I live in Bath", "forget that"], []],
  [["I love tea", "off the record, I love wine too"], []],
  [["< Shall I note that you are vegan?", "yes please"], [fact("Vegan", { sources: [1, 2] })]],
  [["< Shall I note that you are vegan?", "yes, but only at home"], []],
  [
    ["< How about the green tiles?", "let's do that"],
    [decision("The green tiles", { sources: [1, 2] })],
  ],
  [["< You could move to Spain.", "maybe"], []],
  [
    ["It turned out that the leak comes from the roof"],
    [discovery("The leak comes from the roof")],
  ],
  [["I work nights, you know?"], [fact("Works nights")]],
  [["I work nights, right?"], []],
  [["I'm vegetarian, what can I cook?"], [fact("Vegetarian")]],
];

test.each(conversations)(
  "extractOffline() hears a conversation to its end: %j",
  (said, expected) => {
    expect(keptOf(expected, say(said, { language: "en" }))).toEqual(expected);
  },
);
