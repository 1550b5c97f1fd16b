/** The parts of the API, each with errors of its own shape. */
export type Service = 'rest' | 'auth' | 'functions';

/** A request that is answered here, before any service sees it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The refusal as PostgREST, GoTrue or a function would word it, so that clients read it as they read theirs. */
export function refusalResponse({ status, code, message, headers }: Refusal, service?: Service): Response {
  if (service === 'auth') return Response.json({ code: status, error_code: code, msg: message }, { status, headers });
  if (service === 'functions') return Response.json({ code, message, error: message }, { status, headers });
  return Response.json({ code, message, details: null, hint: null }, { status, headers });
}
