export type Service = 'rest' | 'auth' | 'functions' | 'storage';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  /** Further fields of an error of the auth service. */
  readonly more: object;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}, more = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.more = more;
  }
}

/** The error in the shape of PostgREST, GoTrue or a function, whose clients read it like theirs. */
export function errorResponse({ status, code, message, headers, more }: ApiError, service?: Service): Response {
  if (service === 'auth') {
    return Response.json({ code: status, error_code: code, msg: message, ...more }, { status, headers });
  }
  if (service === 'functions') return Response.json({ code, message, error: message }, { status, headers });
  // Supabase Storage answers 400 and says the status in the body.
  if (service === 'storage') {
    const isClients = status < 500;
    return Response.json(
      { statusCode: String(status), error: code, message },
      { status: isClients ? 400 : status, headers },
    );
  }
  return Response.json({ code, message, details: null, hint: null }, { status, headers });
}
