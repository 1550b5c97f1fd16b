import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Option } from '../../kinds/model/field.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';
import type { KeptFinding, Source } from '../model/citations/citations.ts';
import type { SourceContent } from '../model/citations/review.ts';

/** The stored state of the citations of a post. */
export interface StoredCitations {
  /** The part that AI had in the text. */
  readonly ai: string;
  readonly sources: readonly Source[];
  /** As of the last save. */
  readonly findings: readonly KeptFinding[];
  readonly reason: string | null;
}

/** The choices and the citations that the form of a post reads with it. */
export interface PostOptions {
  readonly categories: readonly Option[];
  /** Null for a new post. */
  readonly citations: StoredCitations | null;
}

const STATES = ['found', 'not found', 'not judged', 'unreadable', 'waiting', 'no source', 'no citation'] as const;
const finding = z.object({ sentence: z.string(), number: z.number(), state: z.enum(STATES) });
/** Findings of earlier checks have states that say something else, so they are left out. */
const findings = z.array(z.unknown()).transform((all) => all.flatMap((one) => finding.safeParse(one).data ?? []));

export async function readSources(client: StaffClient, post: string): Promise<readonly Source[]> {
  const columns = 'id, number, url, title, state, failure';
  return unwrap(await client.from('sources').select(columns).eq('post_id', post).order('number').limit(999));
}

export async function readCitations(client: StaffClient, post: string): Promise<StoredCitations> {
  const [sources, posts, checks] = await Promise.all([
    readSources(client, post),
    client.from('posts').select('ai').eq('id', post),
    client.from('citation_checks').select('findings, reason').eq('record_id', post),
  ]);
  const [check] = unwrap(checks);
  return {
    ai: unwrap(posts)[0]?.ai ?? 'none',
    sources,
    findings: findings.catch([]).parse(check?.findings ?? []),
    reason: check?.reason ?? null,
  };
}

const quotes = z.array(z.object({ sentence: z.string(), quote: z.string() }));

export async function readSource(client: StaffClient, id: string): Promise<SourceContent> {
  const source = unwrap(await client.from('sources').select('text, quotes').eq('id', id).single());
  return { text: source.text ?? '', quotes: quotes.catch([]).parse(source.quotes) };
}

/** `reason`: why the post is published with a citation that is not found. */
export async function keepCitations(
  client: StaffClient,
  post: string,
  { findings, reason }: { readonly findings: readonly KeptFinding[]; readonly reason: string | null },
): Promise<void> {
  const kept = findings.map((finding) => ({ ...finding }));
  unwrapNothing(await client.rpc('keep_citations', { post, findings: kept, ...(reason !== null && { reason }) }));
}
