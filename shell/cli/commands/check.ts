import { check } from '../checks/check.ts';
import { type Command, originFor, releaseFor } from '../command.ts';

const WORDS = { ok: 'ok  ', skipped: 'skip', failed: 'FAIL' } as const;

export const checkCommand: Command = {
  args: ['NAME@VERSION'],
  summary: 'says whether everything holds that must hold before a version may go live',
  async run(invocation) {
    const named = await releaseFor(invocation);
    const { release } = named;
    const checks = await check(invocation, named, await originFor(invocation, release.name));
    const isFit = checks.every(({ state }) => state !== 'failed');
    return {
      lines: checks.map(({ check: name, state, detail }) => `${WORDS[state]}  ${name.padEnd(13)}  ${detail}`),
      json: { done: 'checked', remote: release.name, version: release.version, ok: isFit, checks },
      isBad: !isFit,
    };
  },
};
