/** What a built site consists of. */
const siteTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/vnd.microsoft.icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
  xml: "application/xml; charset=utf-8",
  // The search index.
  pagefind: "application/octet-stream",
  pf_filter: "application/octet-stream",
  pf_fragment: "application/octet-stream",
  pf_index: "application/octet-stream",
  pf_meta: "application/octet-stream",
};

/** What may lie beside notes: nothing that a browser runs. */
const fileTypes: Readonly<Record<string, string>> = {
  avif: "image/avif",
  csv: "text/csv; charset=utf-8",
  flac: "audio/flac",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
};

/** The content type of a site's file; undefined for one that is not served. */
export function siteType(names: readonly string[]): string | undefined {
  const [, extension = ""] = /\.([^.]+)$/.exec(names.at(-1) ?? "") ?? [];
  const key = extension.toLowerCase();
  if (Object.hasOwn(fileTypes, key)) return fileTypes[key];
  const isAttachment = names[0] === "files" && names.length > 1;
  return !isAttachment && Object.hasOwn(siteTypes, key) ? siteTypes[key] : undefined;
}

/** Whether the file's name changes with its content, and it holds nothing of the vault: a browser may keep it for ever. */
export function isHashed(names: readonly string[]): boolean {
  const [folder, ...rest] = names;
  const name = rest.at(-1) ?? "";
  return folder === "assets" && name.length < 256 && /[._-][\w-]{8,}\.\w+$/.test(name);
}
