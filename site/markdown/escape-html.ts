/** Text as HTML; also right within a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[<>&"']/.test(text) ? text.replace(/[<>&"']/g, (char) => entities[char] ?? "") : text;
}

const entities: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&#39;",
};
