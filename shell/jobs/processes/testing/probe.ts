/** A program in a sandbox that tries to get at what is not its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { answerOnce } from '../answer-once.ts';

const codedSchema = z.object({ code: z.string() });

async function outcome(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return 'done';
  } catch (error) {
    return codedSchema.parse(error).code;
  }
}

answerOnce(async function* ({ secret, port }: { readonly secret: string; readonly port: number }) {
  yield {
    environment: Object.keys(process.env),
    ownCode: await outcome(() => readFileSync(fileURLToPath(import.meta.url))),
    reading: await outcome(() => readFileSync(secret)),
    writing: await outcome(() => writeFileSync('/tmp/probe', '')),
    starting: await outcome(() => spawn('/bin/true')),
    connecting: await outcome(() => once(connect(port, '127.0.0.1'), 'connect')),
  };
}, 'It failed.');
