import { type Place, type Running, withWorker } from '../with-worker.ts';
import { firstAddresses, patternAt } from './addresses.ts';
import { messageOf, type Renderable, type Visit, visit } from './visit.ts';

export type Visits = ReadonlyMap<string, Visit>;

/** What was rendered by the title of each release, or why it cannot be rendered. */
export type Rendered = ReadonlyMap<string, Visits | Error>;

/** Addresses of one pattern, as a site has any number of them. */
const MOST = 4;

/** Lets `MOST` addresses of each pattern pass, and as many with a query. */
function newAddresses(of: Renderable, known: readonly string[]): (address: string) => boolean {
  const counts = new Map(known.map((address) => [address, MOST]));
  return (address) => {
    const pattern = patternAt(of, address);
    const kind = `${pattern}${address.includes('?') ? '?' : ''}`;
    const count = counts.get(kind) ?? 0;
    if (!pattern || counts.has(address) || count === MOST) return false;
    counts.set(address, MOST).set(kind, count + 1);
    return true;
  };
}

/** Renders the given addresses, or all that can be reached from the patterns of a release. */
async function visitAll(running: Running, of: Renderable, given?: readonly string[]): Promise<Visits> {
  await running.worker.load(of.bundle);
  const visits = new Map<string, Visit>();
  const waiting = [...(given ?? firstAddresses(of))];
  const isNew = newAddresses(of, waiting);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const visited = await visit(running, of, address);
    visits.set(address, visited);
    if (!given) waiting.push(...visited.links.filter(isNew));
  }
  return visits;
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(messageOf(error)));

/** Renders releases in one worker; `first` has the addresses, where they are known. */
export async function renderIn(running: Running, releases: readonly Renderable[], first?: Rendered): Promise<Rendered> {
  const rendered = new Map<string, Visits | Error>();
  for (const of of releases) {
    const known = first?.get(of.title);
    const addresses = known instanceof Map ? [...known.keys()] : undefined;
    rendered.set(of.title, await visitAll(running, of, addresses).catch(errorOf));
  }
  return rendered;
}

/** Renders releases on a backend, each by the runtime of its generation. */
export async function render(
  place: Pick<Place, 'supabase' | 'dataDir'>,
  releases: readonly Renderable[],
  first?: Rendered,
): Promise<Rendered> {
  const rendered = new Map<string, Visits | Error>();
  for (const [contract, own] of Map.groupBy(releases, ({ release }) => release.contract)) {
    const failed = (error: unknown): Rendered => new Map(own.map(({ title }) => [title, errorOf(error)]));
    const found = await withWorker({ ...place, contract }, (running) => renderIn(running, own, first)).catch(failed);
    for (const [title, visits] of found) rendered.set(title, visits);
  }
  return rendered;
}

const works = ({ status }: Visit) => status < 400;

/** A page that was missing may stay so, but not fail. */
const isBroken = (before: Visit, after: Visit) =>
  works(before) ? !works(after) : before.status < 500 && after.status >= 500;

const patternOf = (of: Renderable, address: string) => patternAt(of, address) ?? address;

interface Lost {
  readonly address: string;
  readonly why: string;
}

/** The first lost address of each pattern, and how many more there are. */
function linesOf(of: Renderable, lost: readonly Lost[]): readonly string[] {
  const byPattern = Map.groupBy(lost, ({ address }) => patternOf(of, address));
  return [...byPattern].flatMap(([pattern, [first, ...more]]) => {
    const others = more.length > 0 ? ` (and ${more.length} more of ${pattern})` : '';
    return first ? [`${of.title}: ${first.address}: ${first.why}${others}`] : [];
  });
}

const failures = (before: Visits, after: Visits): readonly Lost[] =>
  [...after].flatMap(([address, visit]) => {
    const earlier = before.get(address);
    const why = [`status ${visit.status}`, visit.error].filter(Boolean).join(': ');
    return earlier && isBroken(earlier, visit) ? [{ address, why }] : [];
  });

/** The parts of a page's data that have entries, by the pattern of the page, each with the first page that has it. */
function filledIn(of: Renderable, visits: Visits): ReadonlyMap<string, Lost> {
  const all = [...visits].flatMap(([address, { filled }]) =>
    filled.map(
      (part) => [`${patternOf(of, address)} ${part}`, { address, why: `nothing is left of ${part}` }] as const,
    ),
  );
  return new Map(all.reverse());
}

/** Parts that had entries on some page of a pattern and have none on any page of it. */
function losses(of: Renderable, before: Visits, after: Visits): readonly Lost[] {
  const left = filledIn(of, after);
  return [...filledIn(of, before)].flatMap(([part, lost]) => (left.has(part) ? [] : [lost]));
}

/** A line for each address that a release rendered before a change and does not render after it, or renders without content. */
export function brokenIn(releases: readonly Renderable[], before: Rendered, after: Rendered): readonly string[] {
  return releases.flatMap((of) => {
    const [earlier, later] = [before.get(of.title), after.get(of.title)];
    if (!earlier || !later || earlier instanceof Error) return [];
    if (later instanceof Error) return [`${of.title}: ${later.message}`];
    const failed = failures(earlier, later);
    return linesOf(of, failed.length > 0 ? failed : losses(of, earlier, later));
  });
}
