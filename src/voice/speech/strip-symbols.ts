import type { SpokenWords } from "../../language/types/phrases.ts";

/** Marks that a voice would read out or stumble over become pauses or nothing; one line in, one line out. */
export function stripSymbols(text: string, words: SpokenWords): string {
  return text
    .replace(emoji, " ")
    .replace(/(?<!\S)(?:[:;=8]-?[)(DPpOo|/\\]|<3|\^_\^)(?=[\s.,!?]|$)/g, " ")
    .replace(/[✓✔✗✘★☆●○■□▪▸►◦‣•¶†‡]|(?<!\p{L})·|·(?!\p{L})/gu, " ")
    .replace(/(?:<?[-=]{1,3}>|[←-⇿⟵-⟿➔-➾])/g, ", ")
    .replace(/\*{1,3}|`+|~+|\\(?=[\p{P}\p{S}])/gu, "")
    .replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, " ")
    .replace(/[[\]{}<>^\\]|_+|={2,}|#(?![\p{L}\p{N}])(?<![\p{L}]#)/gu, " ")
    .replace(/(?<=\s)&(?=\s)/g, words.and)
    .replace(/\s+/g, " ")
    .replace(/ ?\| ?| (?:-{1,3}|[–—]|\/) |-{2,}|(?<=\S)—(?=\S)/g, ", ")
    .replace(/([!?])[!?]+/g, "$1")
    .replace(/\.{4,}/g, "…")
    .replace(/(\p{M})\p{M}{3,}/gu, "$1")
    .replace(/(\P{N})\1{5,}/gu, "$1$1$1")
    .replace(/\( ?\)|" ?"|“ ?”|« ?»/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([,;:])(?: ?[,;:])+/g, "$1")
    .replace(/ (?=[,.;:!?…](?:\s|$))/g, "")
    .replace(/(?<![,;:])[,;:]+(?=[.!?…])/g, "")
    .replace(/\( ?[,;:] ?/g, "(")
    .replace(/[,;:] ?\)/g, ")")
    .replace(/^[ ,;:.!?)/–—-]+(?=[^\d])/, "")
    .trim();
}

const emoji =
  /\p{Regional_Indicator}+|\p{Extended_Pictographic}\p{EMod}?(?:\ufe0f|\u200d\p{Extended_Pictographic}\p{EMod}?)*|\p{EMod}|[\ufe0e\ufe0f\u20e3\u200b\u{e0000}-\u{e007f}]/gu;
