import { expect, test } from "vitest";
import { redact } from "../../src/session/private-data/redact.ts";
import { fc } from "../fast-check.ts";

test("redact() puts the kind in the place of each private piece", () => {
  expect(
    redact(
      "Ana: ana@example.org, +34 612 34 56 78, card 4111 1111 1111 1111, ES9121000418450200051332, password: hunter2",
    ),
  ).toBe("Ana: [e-mail], [phone], card [card], [iban], password: [secret]");
});

test("redact() leaves a text without private data as it is", () => {
  const text = "Prefers bomba rice (2026-02-10) [importance:: 0.8] ^k3f9x2\n";
  expect(redact(text)).toBe(text);
});

test("redact() finds nothing more in what it has made", () => {
  const piece = fc.oneof(
    fc.constantFrom("ana@example.org", "612 345 678", "password: hunter2", "la contraseña es x9x9"),
    fc.constantFrom(" ", ", ", ".", " and ", "call ", "my pin is ", "\n"),
    fc.stringMatching(/^[0-9 .]{0,12}$/),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const once = redact(pieces.join(" | "));
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 300 },
  );
});
