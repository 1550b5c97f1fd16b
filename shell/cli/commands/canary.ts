import { DEFAULT_MARGIN } from '../../registry/schema.ts';
import { assertFit } from '../checks/check.ts';
import { type Command, releaseFor } from '../command.ts';

const EXPECTED = 'expected a whole number from 0 to 100';

function numberFrom(option: string, text: unknown): number {
  const number = Number(text);
  if (!/^\d{1,3}$/.test(String(text)) || number > 100) throw new Error(`--${option} is "${text}"; ${EXPECTED}`);
  return number;
}

export const command: Command = {
  args: ['NAME@VERSION'],
  summary: 'checks a stored version and makes it live for a share of the visitors; 0 ends that',
  options: {
    percent: { type: 'string', value: 'N', help: 'the share of visitors who get it and keep it, from 0 to 100' },
    margin: {
      type: 'string',
      value: 'N',
      help: `of 100 renders, by how many it may fail more than what is live; by more it goes back by itself (${DEFAULT_MARGIN})`,
    },
  },
  async run(invocation) {
    const { options, registry, author, reason } = invocation;
    const [text = ''] = invocation.args;
    if (options.percent === undefined) throw new Error(`--percent is missing; ${EXPECTED}`);
    const percent = numberFrom('percent', options.percent);
    const margin = options.margin === undefined ? undefined : numberFrom('margin', options.margin);
    const release = await releaseFor(invocation, text);
    if (percent > 0) await assertFit(invocation, release);
    await registry.canary(release, percent, { author, reason, ...(margin !== undefined && { margin }) });
    const { name, version } = release;
    return {
      lines: [`canary ${name}@${version} ${percent}%`],
      json: { done: 'canary', remote: name, version, percent },
    };
  },
};
