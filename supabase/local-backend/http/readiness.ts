import { setTimeout } from 'node:timers/promises';
import type { Functions } from '../functions/functions.ts';

interface Parts {
  readonly ping: () => Promise<unknown>;
  readonly functions: Functions | undefined;
}

const DATABASE_TIMEOUT_MS = 5000;

export async function readiness({ ping, functions }: Parts): Promise<Response> {
  const isDatabaseUp = ping().then(
    () => true,
    () => false,
  );
  const isUp = {
    database: await Promise.race([isDatabaseUp, setTimeout(DATABASE_TIMEOUT_MS, false, { ref: false })]),
    functions: !functions || (await functions.isUp()),
  };
  const failing = Object.entries(isUp).flatMap(([name, up]) => (up ? [] : [name]));
  return failing.length === 0
    ? Response.json({ status: 'ok' })
    : Response.json({ status: 'unavailable', failing }, { status: 503 });
}
