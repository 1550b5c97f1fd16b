import { assertFit } from '../checks/check.ts';
import { type Command, originFor, releaseFor } from '../command.ts';
import { whileServed } from '../served.ts';

function originFrom(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  const isAddress = typeof text === 'string' && URL.canParse(text) && /^https?:/.test(text);
  if (!isAddress) throw new Error(`--origin is "${text}"; expected an address like https://cdn.example/store/mf-blog`);
  return text;
}

export const command: Command = {
  args: ['NAME@VERSION'],
  summary: 'checks a stored version and makes it live for everybody',
  options: {
    origin: {
      type: 'string',
      value: 'URL',
      help: 'where the remote’s folder of the store is served, if not by the platform itself; stays until set anew',
    },
  },
  async run(invocation) {
    const { options, registry, author, reason } = invocation;
    const [text = ''] = invocation.args;
    const release = await releaseFor(invocation, text);
    const origin = originFrom(options.origin) ?? (await originFor(invocation, release.name));
    await whileServed(invocation, release, origin, async () => {
      await assertFit(invocation, release, origin);
      await registry.promote(release, { author, reason, ...(origin && { origin }) });
    });
    const { name, version } = release;
    return { lines: [`live ${name}@${version}`], json: { done: 'promoted', remote: name, version } };
  },
};
