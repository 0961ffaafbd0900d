import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An authority of its own and a certificate by it for one host, made by openssl; `days` below 0: expired. */
export function makeCertificate(options: { readonly host?: string; readonly days?: number }): {
  readonly caFile: string;
  readonly keyFile: string;
  readonly certFile: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "loci-test-tls-"));
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void =>
    void execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const host = options.host ?? "127.0.0.1";
  const name = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    ...["req", "-x509", ...curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30"],
    ...["-subj", "/CN=Loci test authority", "-addext", "basicConstraints=critical,CA:TRUE"],
  );
  openssl("req", ...curve, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server");
  writeFileSync(file("extensions"), `subjectAltName=${name}\n`);
  openssl(
    ...["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key"],
    ...["-CAcreateserial", "-out", "server.pem", "-days", String(options.days ?? 30)],
    ...["-extfile", "extensions"],
  );
  return {
    caFile: file("ca.pem"),
    keyFile: file("server.key"),
    certFile: file("server.pem"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
