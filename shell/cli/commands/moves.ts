import { setTimeout as pause } from 'node:timers/promises';
import { answers, runningShell } from '../../registry/announcement.ts';
import { reasonAgainstGoingBack } from '../../registry/provenance/trusted-part.ts';
import type { DeployTarget } from '../../registry/registry.ts';
import { DEFAULT_MARGIN, type Release } from '../../registry/schema.ts';
import { addressed, assetsAt } from '../../server/resolve/release-set.ts';
import { assertFit, check } from '../checks/check.ts';
import { entryAfterPromoting } from '../checks/subject.ts';
import { type Command, originFor, publishedName, releaseFor, wholeNumber } from '../command.ts';
import { assertKeysStated } from '../registry-access.ts';
import { signingKeyIn, signStatement } from './signing.ts';

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

const SERVED_WITHIN_MS = 15_000;
const POLL_MS = 50;

async function untilServed(url: string): Promise<void> {
  const deadline = performance.now() + SERVED_WITHIN_MS;
  while (!(await answers(url, { method: 'HEAD' }))) {
    if (performance.now() > deadline)
      throw new Error(`${url} is not served; expected the running platform to serve it by now`);
    await pause(POLL_MS);
  }
}

/** Serves the files of a release before `promote`; the port reservation of a new remote ends when `promote` fails. */
async function withFilesServed(
  { dataDir, registry }: DeployTarget,
  release: Release,
  origin: string | undefined,
  promote: () => Promise<void>,
): Promise<void> {
  const { name } = release;
  const shell = await runningShell(dataDir);
  const before = await registry.read();
  if (!shell || (origin ?? before.remotes[name]?.origin)) return promote();
  const isNew = !(name in before.remotes);
  try {
    if (isNew) await registry.reserve(name);
    const reserved = isNew ? await registry.read() : before;
    const entry = entryAfterPromoting(reserved, release);
    await untilServed(addressed(entry, release, assetsAt(reserved, shell.port)).address(release.entry));
    await promote();
  } catch (error) {
    if (isNew) await registry.releaseReservation(name);
    throw error;
  }
}

function originFrom(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  const isAddress = typeof text === 'string' && URL.canParse(text) && /^https?:/.test(text);
  if (!isAddress) throw new Error(`--origin is "${text}"; expected an address like https://cdn.example/store/mf-blog`);
  return text;
}

export const promoteCommand: Command = {
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
    const { options, registry, author, reason, isProject, trustedKeys } = invocation;
    assertKeysStated(isProject, trustedKeys);
    const named = await releaseFor(invocation);
    const { release } = named;
    const origin = originFrom(options.origin) ?? (await originFor(invocation, release.name));
    await withFilesServed(invocation, release, origin, async () => {
      await assertFit(invocation, named, origin);
      await registry.promote(release, { author, reason, ...(origin && { origin }) });
    });
    const { name, version } = release;
    return { lines: [`live ${name}@${version}`], json: { done: 'promoted', remote: name, version } };
  },
};

export const canaryCommand: Command = {
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
    if (options.percent === undefined) throw new Error('--percent is missing; expected a whole number from 0 to 100');
    const percent = wholeNumber('percent', options.percent, 0, 100);
    const margin = options.margin === undefined ? undefined : wholeNumber('margin', options.margin, 0, 100);
    const named = await releaseFor(invocation);
    const { release } = named;
    if (percent > 0) await assertFit(invocation, named);
    await registry.canary(release, percent, { author, reason, ...(margin !== undefined && { margin }) });
    const { name, version } = release;
    return {
      lines: [`canary ${name}@${version} ${percent}%`],
      json: { done: 'canary', remote: name, version, percent },
    };
  },
};

export const rollbackCommand: Command = {
  args: ['NAME'],
  summary: 'goes back to the version that was live before, for everybody and at once',
  options: {
    sign: { type: 'string', value: 'FILE', help: 'signs that version anew: needed for one that is older or revoked' },
  },
  async run(invocation) {
    const { registry, options, root, author, reason } = invocation;
    const name = await publishedName(invocation);
    const before = (await registry.read()).remotes[name]?.previous[0];
    if (before && options.sign !== undefined) {
      const key = await signingKeyIn(root, 'sign', options.sign);
      await signStatement(invocation, await releaseFor(invocation, `${name}@${before.version}`), 'allow', key);
    }
    // Shells go one step back from the version with the highest number without a signature.
    const reasonAgainst = reasonAgainstGoingBack(await registry.read(), name, invocation.trustedKeys);
    if (reasonAgainst) throw new Error(`${reasonAgainst}; or else --sign FILE here`);
    const version = await registry.rollback(name, { author, reason });
    return { lines: [`live ${name}@${version}`], json: { done: 'rolled back', remote: name, version } };
  },
};

export const retireCommand: Command = {
  args: ['NAME'],
  summary: 'takes a remote out of the platform until it is promoted again; its addresses answer 404',
  async run(invocation) {
    const { registry, author, reason } = invocation;
    const name = await publishedName(invocation);
    await registry.retire(name, { author, reason });
    return { lines: [`retired ${name}`], json: { done: 'retired', remote: name } };
  },
};
