import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { automaticBackups } from '@ki/shared/process/backups.ts';
import { FULL, type Room } from '@ki/shared/process/room.ts';
import { answers } from '../../registry/announcement.ts';
import { withoutRuntime, withoutRuntimeText } from '../../registry/generation-needs.ts';
import type { Config } from '../config.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { type TextResponse, text } from '../http/http-response.ts';
import { METRICS_TYPE, metricsText, type State } from '../metrics.ts';
import type { Fallbacks } from '../resolve/fallbacks.ts';
import type { RegistrySource } from '../resolve/registry-source.ts';

const READ_WITHIN_MS = 2_000;

interface BackupAge {
  /** Infinity without a backup. */
  readonly seconds: number;
  /** Whether it is older than two intervals. */
  readonly isLate: boolean;
}

/** The age of the last automatic backup; null where none are made. */
export function followBackups(backups: Config['backups']): () => Promise<BackupAge | null> {
  let reading: Promise<number[]> | null = null;
  return async () => {
    if (!backups) return null;
    // A network disk may hang: one reading waits for it, and nobody waits for that.
    reading ??= automaticBackups(backups.folder)
      .catch(() => [])
      .finally(() => {
        reading = null;
      });
    const [last = Number.NEGATIVE_INFINITY] = await Promise.race([
      reading,
      pause(READ_WITHIN_MS, [] as number[], { ref: false }),
    ]);
    const ms = Date.now() - last;
    return { seconds: ms / 1_000, isLate: ms > 2 * backups.every };
  };
}

const SHARED_MS = 1_000;
const WARNED_BEFORE_MS = 30 * 24 * 3_600_000;

type CurrentFallbacks = Pick<Fallbacks, 'inForce' | 'fallbackReleases'>;

/** Names without the faults. */
const named = (leftOut: readonly string[]) =>
  `${leftOut.map((one) => one.split(':')[0]).join(', ')}; see the log of the shell`;

interface Readers {
  readonly backupAge: () => Promise<BackupAge | null>;
  readonly room: () => Promise<Room | null>;
}

interface Probed extends Readers {
  readonly config: Config;
  readonly source: RegistrySource;
  readonly fallbacks: CurrentFallbacks;
  readonly isServed: (contract: number) => boolean;
}

async function probe({ config, source, backupAge, room, fallbacks, isServed }: Probed) {
  const releaseSets = await source.current();
  const defaultSet = releaseSets?.defaultSet;
  const refused = releaseSets?.refused ?? [];
  const fallbackReleases = defaultSet ? fallbacks.fallbackReleases(defaultSet) : {};
  const live = defaultSet ? fallbacks.inForce(defaultSet).live : [];
  const { url, key } = config.supabase;
  const probes = [
    [
      'supabase',
      answers(`${url}/rest/v1/categories?select=id&limit=1`, { method: 'HEAD', headers: { apikey: key } }),
    ] as const,
    ...[...live].map(
      ([name, { address, source = address, release }]) =>
        [name, answers(source(release.manifest), { method: 'HEAD' })] as const,
    ),
  ];
  const [backup, roomNow, ...results] = await Promise.all([
    backupAge(),
    room(),
    ...probes.map(async ([name, ok]) => ({ name, ok: await ok })),
  ]);
  const failing = results.filter(({ ok }) => !ok).map(({ name }) => name);
  const { malformed = [], outside = [] } = releaseSets ?? {};
  // Everybody reads these; the log has the detail.
  const registry = source.problem()
    ? 'the registry cannot be read; see the log of the shell'
    : refused.length > 0
      ? 'releases are not signed by a trusted key; see the log of the shell'
      : malformed.length > 0
        ? `entries of remotes are malformed and not served: ${named(malformed)}`
        : null;
  if (registry) failing.push('registry');
  const { inForce, toGoBackTo } = withoutRuntime(releaseSets?.needs ?? [], isServed);
  const noRuntime = inForce.map(({ name, version, contract }) => ({ name, version, contract }));
  if (noRuntime.length > 0) failing.push('generations');
  const tokenEndsAt = source.tokenEndsAt();
  const endsSoon = tokenEndsAt !== null && tokenEndsAt < Date.now() + WARNED_BEFORE_MS;
  const warnings = [
    endsSoon && 'the token of this shell ends within 30 days; make another one',
    backup?.isLate && 'the last backup is older than two intervals; see the log of the backend',
    (roomNow?.quota ?? 0) >= FULL && 'pictures and imports take 90 % of STORAGE_QUOTA: content is refused',
    (roomNow?.disk ?? 0) >= FULL && 'the disk of the database is 90 % full: content is refused',
    withoutRuntimeText(toGoBackTo),
    outside.length > 0 &&
      `live releases are outside the alphabet of new ones, and their next version is refused as it is: ${named(outside)}`,
  ].filter((warning) => typeof warning === 'string');
  return {
    ready: failing.length === 0,
    failing,
    ...(registry ? { registry } : {}),
    ...(noRuntime.length > 0 ? { noRuntime } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(Object.keys(fallbackReleases).length > 0 ? { fallbackReleases } : {}),
  };
}

type Readiness = Awaited<ReturnType<typeof probe>>;

/** Logs the releases that are left out, and those whose next version is, once for each set of them. */
function leftOutLog(source: RegistrySource) {
  let logged = '';
  return async () => {
    const { refused = [], malformed = [], outside = [] } = (await source.current()) ?? {};
    const found = [
      ...(refused.length > 0 ? [`not signed by a trusted key: ${refused.join(', ')}`] : []),
      ...malformed.map((one) => `not served, its entry in the registry is malformed: ${one}`),
      ...outside.map((one) => `served, its next version is refused as it is: ${one}`),
    ].join('\n');
    if (found && found !== logged) console.error(found);
    logged = found;
  };
}

export function createReadiness(config: Config, source: RegistrySource, readers: Readers) {
  const logLeftOut = leftOutLog(source);
  let last: Promise<Readiness> | null = null;
  let askedAt = 0;
  let isRunning = false;
  return (fallbacks: CurrentFallbacks, isServed: Probed['isServed']): Promise<Readiness> => {
    if (last && (isRunning || performance.now() - askedAt < SHARED_MS)) return last;
    isRunning = true;
    askedAt = performance.now();
    last = probe({ config, source, ...readers, fallbacks, isServed }).finally(() => {
      isRunning = false;
    });
    void logLeftOut();
    return last;
  };
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** DNS rebinding and many proxies use another host name. */
const OWN_NAME = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;
const FORWARDING =
  /^(?:forwarded$|via$|x-forwarded-|x-real-ip$|x-client-ip$|x-original-|true-client-ip$|cf-|fly-|fastly-)/;

const digest = (value: string) => createHash('sha256').update(value).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

/** Behind a local proxy, everybody's address is loopback. */
const isDirectFromHere = ({ headers, address }: HttpRequest): boolean =>
  LOOPBACK.test(address) &&
  OWN_NAME.test(headers.get('host') ?? '') &&
  ![...headers.keys()].some((name) => FORWARDING.test(name));

function mayReadMetrics(request: HttpRequest, token: string | undefined): boolean {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return isDirectFromHere(request);
  return token !== undefined && isSame(authorization.replace(/^bearer +/i, ''), token);
}

export async function metricsResponse(
  request: HttpRequest,
  token: string | undefined,
  state: () => Promise<State>,
): Promise<TextResponse> {
  const headers = { 'cache-control': 'no-store' };
  if (!mayReadMetrics(request, token)) return text(404, 'not found\n', headers);
  return text(200, await metricsText(await state()), { ...headers, 'content-type': METRICS_TYPE });
}
