/** Safe HTML of Markdown that stands in no file, such as a reply, through the site's own renderer; loaded when it is needed. */
export async function showReply(markdown: string): Promise<string> {
  const { renderText } = await import("../../../site/markdown/render-text.ts");
  const { en } = await import("../../../site/i18n/en.ts");
  return renderText(markdown, en.markdown);
}

/** Where the page of a vault's file lies on the served site; undefined for what is not a Markdown file of the vault. */
export async function addressOfPage(root: string, file: string): Promise<string | undefined> {
  const { pageAddress } = await import("../../../site/build/page-address.ts");
  return pageAddress(root, file);
}
