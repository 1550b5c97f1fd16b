import { assertFit } from '../checks/check.ts';
import { type Command, releaseFor } from '../command.ts';

function percentFrom(text: unknown): number {
  const expected = 'expected a whole number from 0 to 100';
  if (text === undefined) throw new Error(`--percent is missing; ${expected}`);
  const percent = Number(text);
  if (!/^\d{1,3}$/.test(String(text)) || percent > 100) throw new Error(`--percent is "${text}"; ${expected}`);
  return percent;
}

export const command: Command = {
  args: ['NAME@VERSION'],
  summary: 'checks a stored version and makes it live for a share of the visitors; 0 ends that',
  options: {
    percent: { type: 'string', value: 'N', help: 'the share of visitors who get it and keep it, from 0 to 100' },
  },
  async run(invocation) {
    const { options, registry, author, reason } = invocation;
    const [text = ''] = invocation.args;
    const percent = percentFrom(options.percent);
    const release = await releaseFor(invocation, text);
    if (percent > 0) await assertFit(invocation, release);
    await registry.canary(release, percent, { author, reason });
    const { name, version } = release;
    return {
      lines: [`canary ${name}@${version} ${percent}%`],
      json: { done: 'canary', remote: name, version, percent },
    };
  },
};
