import { expect, test } from "vitest";
import { understand } from "../../src/agent/understand.ts";

test.each([
  ["remember that I like tea", "I like tea"],
  ["Please remember: the key is at Marta's", "The key is at Marta's"],
  ["recuerda que el horno va lento", "El horno va lento"],
  ["recorda que la Júlia té piscina dijous", "La Júlia té piscina dijous"],
  ["souviens-toi qu’il est allergique", "Il est allergique"],
  ["merk dir, dass der Schlüssel fehlt", "Der Schlüssel fehlt"],
  ["lembra que o comboio sai às oito", "O comboio sai às oito"],
  ["ricordati che domani piove", "Domani piove"],
])("understand() takes %j for a memory", (line, text) => {
  expect(understand(line)).toEqual({ type: "remember", text });
});

test.each([
  "what do I remember about tea?",
  "do you remember that trip?",
  "recuerdas el viaje?",
  "which rice for paella?",
  "remember that",
])("understand() takes %j for a question", (line) => {
  expect(understand(line)).toEqual({ type: "ask", query: line });
});
