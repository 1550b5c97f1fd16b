/**
 * Runs in Deno, one process for all edge functions: collects the handlers given to `Deno.serve` and calls each under
 * its function's name. Arguments: folder of the functions, their names. Standard input begins with the token that
 * callers must send, since other accounts of the machine can read arguments.
 */
type FunctionHandler = (request: Request) => Response | Promise<Response>;

declare const Deno: {
  args: string[];
  exit(code: number): never;
  stdin: { readable: ReadableStream<BufferSource> };
  serve: (...given: unknown[]) => unknown;
};

const [folder, ...names] = Deno.args;
const input = Deno.stdin.readable.pipeThrough(new TextDecoderStream()).getReader();
// One write, too short to arrive in parts. Functions are loaded later, so that none can take it.
const { value: token } = await input.read();
const serve = Deno.serve;
const handlers = new Map<string, FunctionHandler>();

for (const name of names) {
  Deno.serve = (...given) => {
    const handler = given.find((value) => typeof value === 'function') ?? (given[0] as { handler?: unknown }).handler;
    handlers.set(name, handler as FunctionHandler);
    return { finished: Promise.resolve(), shutdown: async () => {} };
  };
  await import(`${folder}/${name}/index.ts`).catch((error: unknown) =>
    console.error(`${name} cannot be loaded:`, error),
  );
}

// An unhandled rejection in one function must not end the others.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('unhandled rejection:', nameOf(event.reason));
});

async function route(request: Request): Promise<Response> {
  if (request.headers.get('x-router-token') !== token) return new Response(null, { status: 403 });
  const url = new URL(request.url);
  const [, name = ''] = url.pathname.split('/');
  if (name === '_health') return Response.json({ functions: [...handlers.keys()] });
  const handler = handlers.get(name);
  if (!handler) return failure(`The function ${name} could not be loaded`);
  try {
    return await handler(request);
  } catch (error) {
    console.error(`${name} failed:`, nameOf(error));
    return failure('The function failed');
  }
}

/** Messages may repeat what a user sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}

function failure(message: string): Response {
  return Response.json({ code: 'function_failed', message, error: message }, { status: 500 });
}

const onListen = ({ port }: { port: number }) => console.log(`router listening ${port}`);
serve({ hostname: '127.0.0.1', port: 0, onListen }, route);

// The pipe ends when the backend does, however it ends.
while (!(await input.read()).done);
Deno.exit(0);

export {};
