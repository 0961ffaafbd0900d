import { readFile, stat } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** A built folder as a plain web server would show it. */
export interface Served {
  /** Ends with the base. */
  readonly url: string;
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves a folder on loopback below `base` with no header of its own but the content type: whatever protects a page
 * must stand in the page.
 */
export async function serveFolder(folder: string, base = "/"): Promise<Served> {
  const server = createServer((request, response) => {
    answer({ folder, base, address: request.url ?? "/", response }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    url: origin + base,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".wasm": "application/wasm",
  ".pdf": "application/pdf",
  ".mp3": "audio/mpeg",
  ".webmanifest": "application/manifest+json",
};

interface Asked {
  readonly folder: string;
  readonly base: string;
  readonly address: string;
  readonly response: ServerResponse;
}

async function answer({ folder, base, address, response }: Asked): Promise<void> {
  const [path = "/"] = address.split(/[?#]/, 1);
  const names = decode(path.startsWith(base) ? path.slice(base.length) : undefined);
  const found = names === undefined ? undefined : await look(join(folder, ...names));
  if (found?.isDirectory === true && !path.endsWith("/")) {
    response.writeHead(301, { location: `${path}/` }).end();
    return;
  }
  const file = found?.isDirectory === true ? join(found.path, "index.html") : found?.path;
  const content = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || content === undefined) {
    const page = await readFile(join(folder, "404.html")).catch(() => "not there");
    response.writeHead(404, { "content-type": types[".html"] }).end(page);
    return;
  }
  const type = types[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type }).end(content);
}

/** The names of a path, or undefined where it leads out of the folder or is not well spelled. */
function decode(path: string | undefined): string[] | undefined {
  if (path === undefined) return undefined;
  try {
    const names = path.split("/").map(decodeURIComponent);
    return names.some((name) => name === ".." || /[/\0]/.test(name)) ? undefined : names;
  } catch {
    return undefined;
  }
}

async function look(path: string): Promise<{ path: string; isDirectory: boolean } | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : { path, isDirectory: found.isDirectory() };
}
