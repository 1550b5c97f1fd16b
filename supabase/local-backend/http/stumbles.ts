type Ask = (request: Request) => Promise<Response>;

/** How lite words that it stumbled over a query, rather than that the database failed. */
const STUMBLE = /^(TypeError|RangeError|URIError|SyntaxError|Error: Invalid input for|Error: Missing closing quote)/;

/** Asks lite, whose 500 for some requests that PostgREST refuses becomes the 400 that clients know. */
export async function withoutStumbles(request: Request, ask: Ask): Promise<Response> {
  const response = await ask(request);
  if (response.status !== 500) return response;
  // Lite stumbles over HEAD where it answers GET, and an answer to HEAD does not say why.
  if (request.method === 'HEAD') return withoutStumbles(new Request(request.url, { headers: request.headers }), ask);
  if (!(await isStumble(response.clone()))) return response;
  const refused = { code: 'PGRST100', message: 'The query cannot be read', details: null, hint: null };
  return Response.json(refused, { status: 400 });
}

async function isStumble(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null);
  const { code, message } = Object(body) as { code?: unknown; message?: unknown };
  return code === 'SUP' && typeof message === 'string' && STUMBLE.test(message);
}
