const maxWords = 300;

/** The text of a line of Markdown, shortened. `around` replaces spaces at its ends, where it is part of a line. */
export function plainWords(markdown: string, around = ""): string {
  const words = markdown
    .slice(0, 4 * maxWords)
    // Loci's bookkeeping, such as the conversation that a memory is from.
    .replace(
      /[[(](?:source|key|importance|copy-of|bank|superseded|summarizes)\s?::[^\])]{0,200}[\])]/gi,
      "",
    )
    .replace(/^\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s)?/, "")
    .replace(
      /!?\[\[([^[\]|]{1,500})(?:\\?\|([^[\]]{1,500}))?\]\]/g,
      (_, target: string, label?: string) => label ?? target,
    )
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,1000}\)/g, "$1")
    .replace(/(?<!\w)(\*\*?|__?|~~|==|`)(?=\S)([^*_~=`]{1,500})\1(?!\w)/g, "$2")
    .replace(/<[^<>]{1,500}>/g, "");
  const shown = around === "" ? words.trim() : words.replace(/^\s+|\s+$/g, around);
  return shown.length <= maxWords ? shown : `${shown.slice(0, maxWords).toWellFormed()} …`;
}
