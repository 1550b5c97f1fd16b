import { onTestFinished } from 'vitest';

interface Sent {
  readonly method: string;
  readonly url: URL;
  /** `null` unless it is a text. */
  readonly body: string | null;
}

type Interception = (sent: Sent, pass: () => Promise<Response>) => Promise<Response> | undefined;

/** Intercepts `fetch` during the running test: responds itself or passes a request on. */
export function intercept(by: Interception): void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const body = typeof init?.body === 'string' ? init.body : null;
    return by({ method, url, body }, () => original(input, init)) ?? original(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = original;
  });
}

/** Intercepts until the returned function is called. */
function interceptFor(by: Interception): () => void {
  let isOver = false;
  intercept((sent, pass) => (isOver ? undefined : by(sent, pass)));
  return () => {
    isOver = true;
  };
}

/** Whether it is a call of this method to this table or function. */
const isTo = ({ method, url }: Sent, called: string, path: string) =>
  method === called && url.pathname.endsWith(`/${path}`);

/** The answer to a token that has expired. */
export const expired = async () => Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });

const failure = async () => Response.json({ message: 'the server is out of order', code: 'XX000' }, { status: 500 });

/** Fails calls of one method to one table or function, silently. The returned function ends that. */
export const failing = (method: string, path: string) =>
  interceptFor((sent) => (isTo(sent, method, path) ? failure() : undefined));

/** Answers one call of one method to one table or function. */
export function answerOnce(method: string, path: string, answer: (pass: () => Promise<Response>) => Promise<Response>) {
  const end = interceptFor((sent, pass) => {
    if (!isTo(sent, method, path)) return undefined;
    end();
    return answer(pass);
  });
}

/** One call reaches the server, and its answer is lost on the way. */
export const losingOneAnswer = (method: string, path: string) =>
  answerOnce(method, path, (pass) => pass().then(() => Response.error()));

export function counting(method: string, path: string): () => number {
  let count = 0;
  intercept((sent) => {
    if (isTo(sent, method, path)) count += 1;
    return undefined;
  });
  return () => count;
}

/** Responds with a body to all requests to one table or function during the running test. */
export const respondWith = (path: string, body: unknown, status = 200): void =>
  intercept(({ url }) =>
    url.pathname.endsWith(`/${path}`) ? Promise.resolve(Response.json(body, { status })) : undefined,
  );

/** Holds calls of one method to one table or function until the returned function is called. */
export function holding(method: string, path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  intercept((sent, pass) => (isTo(sent, method, path) ? promise.then(pass) : undefined));
  return resolve;
}

/** Calls of one method to one table or function reach the server, and have no answer, until the returned function is called. */
export const losingAnswers = (method: string, path: string) =>
  interceptFor((sent, pass) =>
    isTo(sent, method, path) ? pass().then(() => new Promise<Response>(() => undefined)) : undefined,
  );

/** The session of this browser is over: calls of one method to one table or function are refused, and so is its refresh. */
export const endingSession = (method: string, path: string) =>
  interceptFor((sent) =>
    isTo(sent, method, path) || sent.url.search.includes('grant_type=refresh_token') ? expired() : undefined,
  );
