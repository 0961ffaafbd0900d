/** Text for an XML document: its signs escaped, and what no XML may hold left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Beginning of every XML file. */
export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>';
