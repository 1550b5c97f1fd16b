import type { Fallbacks } from '../code/fallbacks.ts';
import type { Config } from '../config.ts';
import type { RegistrySource } from '../lineup/live-registry.ts';

const PROBE_TIMEOUT_MS = 2_000;
/** Whoever asks within this time gets the same answer. */
const SHARED_MS = 1_000;

async function answers(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', headers, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return response.ok;
  } catch {
    return false;
  }
}

/** Asks the backend and every remote, and names what does not answer, and whose earlier version stands in. */
async function probe(config: Config, source: RegistrySource, fallbacks: Pick<Fallbacks, 'inForce' | 'standIns'>) {
  const lineups = await source.current();
  const usual = lineups?.usual;
  const refused = lineups?.refused ?? [];
  const standIns = usual ? fallbacks.standIns(usual) : {};
  const live = usual ? fallbacks.inForce(usual).live : [];
  const { url, key } = config.supabase;
  const probes = [
    ['supabase', answers(`${url}/rest/v1/categories?select=id&limit=1`, { apikey: key })] as const,
    ...[...live].map(([name, { address, release }]) => [name, answers(address(release.manifest))] as const),
  ];
  const results = await Promise.all(probes.map(async ([name, ok]) => ({ name, ok: await ok })));
  const failing = results.filter(({ ok }) => !ok).map(({ name }) => name);
  const unsigned = refused.length > 0 ? `not signed by a trusted key: ${refused.join(', ')}` : null;
  const problem = source.problem() ?? unsigned;
  if (problem) failing.push('registry');
  return {
    ready: failing.length === 0,
    failing,
    registryKind: source.kind,
    ...(problem ? { registry: problem } : {}),
    ...(Object.keys(standIns).length > 0 ? { standIns } : {}),
  };
}

type Readiness = Awaited<ReturnType<typeof probe>>;

/** {@link probe}, by one question for all who ask within a second. */
export function createReadiness(config: Config, source: RegistrySource) {
  let last: Promise<Readiness> | null = null;
  let askedAt = 0;
  let isRunning = false;
  return (fallbacks: Pick<Fallbacks, 'inForce' | 'standIns'>): Promise<Readiness> => {
    if (last && (isRunning || performance.now() - askedAt < SHARED_MS)) return last;
    isRunning = true;
    askedAt = performance.now();
    last = probe(config, source, fallbacks).finally(() => {
      isRunning = false;
    });
    return last;
  };
}
