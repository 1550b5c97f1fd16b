import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryServer } from '../../server/testing/temporary.ts';
import {
  answersOf,
  ENVIRONMENT,
  hasNamespaces,
  inNamespaces,
  type SandboxedProgram,
  startSandboxed,
} from './sandbox.ts';

const PROBE: SandboxedProgram = {
  file: new URL('testing/probe.ts', import.meta.url),
  subject: 'The probe',
  heapMb: 64,
  memoryMb: 400,
  mostParts: 1,
  withinMs: 30_000,
};
let secret = '';

beforeAll(() => {
  secret = path.join(mkdtempSync(path.join(tmpdir(), 'sandbox-')), 'token');
  writeFileSync(secret, 'ki_secret', { mode: 0o600 });
});

test('a program has its code, and no environment, other file, process or address', async () => {
  const { port } = new URL(await temporaryServer((_, response) => response.end()));
  const answers: unknown[] = [];
  for await (const answer of answersOf(startSandboxed(PROBE), PROBE, { secret, port: Number(port) })) {
    answers.push(answer);
  }
  const denied = 'ERR_ACCESS_DENIED';
  expect(answers).toEqual([
    {
      environment: hasNamespaces() ? ['PATH'] : [],
      ownCode: 'done',
      reading: denied,
      writing: denied,
      starting: denied,
      // Node.js' permissions of this version do not cover the network.
      connecting: hasNamespaces() ? 'ENETUNREACH' : 'done',
    },
  ]);
});

describe('a program that answers without end', () => {
  const endless = { ...PROBE, file: new URL('testing/endless.ts', import.meta.url), mostParts: 3 };

  test('is ended after its parts', async () => {
    const child = startSandboxed(endless);
    const ended = once(child, 'exit');
    const parts: unknown[] = [];
    const reading = async () => {
      for await (const part of answersOf(child, endless, { fails: false })) parts.push(part);
    };
    await expect(reading()).rejects.toThrow('The probe has too many parts.');
    expect(parts).toEqual(['part', 'part', 'part']);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  test('has its reason cut', async () => {
    const reading = answersOf(startSandboxed(endless), endless, { fails: true }).next();
    await expect(reading).rejects.toThrow(/^x{500}$/);
  });
});

/** As code would that has broken out of a decoder: nothing of Node.js is in its way. */
describe.runIf(hasNamespaces())('native code in the namespaces', () => {
  const run = (script: string) => {
    const [file = '', ...args] = inNamespaces(['sh', '-c', script], 400);
    const { status, stdout, stderr } = spawnSync(file, args, { env: ENVIRONMENT, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  test.each<[string, () => string]>([
    ['reads no other file', () => `cat ${secret}`],
    ['reads no environment of another process', () => `cat /proc/${process.pid}/environ`],
    ['writes no code', () => `echo > ${import.meta.filename}`],
    ['mounts nothing', () => 'mount -t tmpfs tmpfs /usr'],
    ['leaves its root no further', () => 'chroot /usr true'],
    ['signals no other process', () => `kill -0 ${process.pid}`],
  ])('%s', (_what, script) => {
    expect(run(script()).status).not.toBe(0);
  });

  test('sees paths with blanks and stars, and nothing beside them', () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'my sandbox-')), '* code');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'file'), 'code');
    const [file = '', ...args] = inNamespaces(['cat', path.join(folder, 'file')], 400, [folder]);
    expect(spawnSync(file, args, { env: ENVIRONMENT, encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'code' });
  });

  test('ends with the process that started it', async () => {
    const command = inNamespaces(['sh', '-c', 'echo begun; sleep 60'], 400);
    // With a command after it, the shell is its parent.
    const parent = spawn('sh', ['-c', '"$@"; true', 'sh', ...command], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(parent.stdout, 'data');
    parent.kill('SIGKILL');
    // Its end of the pipe closes.
    await once(parent.stdout, 'close');
  });

  test('has no privileges and no device of a network but its own', () => {
    expect(run(`${process.execPath} -p "process.getuid()"`)).toMatchObject({ status: 0, stdout: '0\n' });
    const interfaces = `${process.execPath} -p "JSON.stringify(require('node:os').networkInterfaces())"`;
    expect(run(interfaces).stdout).toBe('{}\n');
  });
});
