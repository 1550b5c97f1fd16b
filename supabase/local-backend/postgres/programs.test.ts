import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canRun } from './programs.ts';

test('a program that was killed is not taken for one that does not run on this machine', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'programs-'));
  const canRunAs = (script: string) => {
    const postgres = join(directory, 'postgres');
    writeFileSync(postgres, script);
    chmodSync(postgres, 0o755);
    return canRun({ postgres, initdb: '' }, {});
  };
  try {
    expect(await canRunAs('#!/bin/sh\nexit 0\n')).toBe(true);
    expect(await canRunAs('#!/bin/sh\nexit 127\n')).toBe(false);
    expect(await canRunAs('#!/no/such/interpreter\n')).toBe(false);
    await expect(canRunAs('#!/bin/sh\nkill -KILL $$\n')).rejects.toThrow('cannot be started now (SIGKILL)');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
