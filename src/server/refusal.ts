/** Codes of what only HTTP can get wrong; all other failures keep the code of their LociError. */
export type RefusalCode =
  | "CANNOT_HEAR"
  | "FORBIDDEN"
  | "METHOD_NOT_ALLOWED"
  | "NOT_FOUND"
  | "TOO_LARGE"
  | "UNAUTHORIZED"
  | "UNSUPPORTED_MEDIA_TYPE";

const statusByCode: Readonly<Record<RefusalCode, number>> = {
  CANNOT_HEAR: 409,
  FORBIDDEN: 403,
  METHOD_NOT_ALLOWED: 405,
  NOT_FOUND: 404,
  TOO_LARGE: 413,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** A request that is turned away before Loci is asked. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: RefusalCode,
    message: string,
    options: {
      headers?: Readonly<Record<string, string>>;
      data?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = statusByCode[code];
    this.headers = options.headers ?? {};
    this.data = options.data ?? {};
  }
}
