import type { Functions } from '../functions/functions.ts';

interface Parts {
  isDatabaseUp(): Promise<boolean>;
  functions: Functions;
}

/** 200 when everything answers, else 503 with the names of what does not. */
export async function readiness({ isDatabaseUp, functions }: Parts): Promise<Response> {
  const checks = { database: isDatabaseUp(), functions: functions.isUp() };
  const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, isUp: await check })));
  const failing = results.filter(({ isUp }) => !isUp).map(({ name }) => name);
  return failing.length === 0
    ? Response.json({ status: 'ok' })
    : Response.json({ status: 'unavailable', failing }, { status: 503 });
}
