import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Option } from '../../kinds/model/field.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';
import type { KeptFinding, Source } from '../model/citations/citations.ts';
import type { SourceContent } from '../model/citations/review.ts';

/** The stored state of the citations of a post. */
export interface StoredCitations {
  readonly sources: readonly Source[];
  /** As of the last save. */
  readonly findings: readonly KeptFinding[];
  readonly reason: string | null;
}

/** The choices and the citations that the form of a post reads with it. */
export interface PostOptions {
  readonly categories: readonly Option[];
  readonly citations: StoredCitations;
}

export const NO_CITATIONS: StoredCitations = { sources: [], findings: [], reason: null };

const STATES = ['found', 'not found', 'not judged', 'unreadable', 'waiting', 'no source', 'no citation'] as const;
const finding = z.object({ sentence: z.string(), number: z.number(), state: z.enum(STATES) });
/** Findings of earlier checks have states that say something else, so they are left out. */
const findings = z.array(z.unknown()).transform((all) => all.flatMap((one) => finding.safeParse(one).data ?? []));

const source = z.object({
  id: z.string(),
  number: z.number(),
  url: z.string(),
  title: z.string().nullable(),
  state: z.string(),
  failure: z.string().nullable(),
});
const choices = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  // The form works without its citations.
  sources: z.array(source).catch([]),
  check: z
    .object({ findings: findings.catch([]), reason: z.string().nullable() })
    .nullable()
    .catch(null),
});

/** Parses the answer of `choices_of_post`. */
export function optionsOf(answer: unknown): PostOptions {
  const { categories, sources, check } = choices.parse(answer);
  return { categories, citations: { ...NO_CITATIONS, ...check, sources } };
}

export async function readSources(client: StaffClient, post: string): Promise<readonly Source[]> {
  return optionsOf(unwrap(await client.rpc('choices_of_post', { post }))).citations.sources;
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
