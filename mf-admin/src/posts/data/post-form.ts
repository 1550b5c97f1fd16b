import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { post as kind } from '../../files/model/post-record.ts';
import type { Option } from '../../kinds/model/field.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { readStoredEditing } from '../../versions/data/editing.ts';
import { type KeptFinding, type Source, sourceSchema } from '../model/citations/citations.ts';
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
const findings = z.pipe(
  z.array(z.unknown()),
  z.transform((all) => all.flatMap((one) => finding.safeParse(one).data ?? [])),
);

const choices = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  // The form works without its citations.
  sources: z.catch(z.array(sourceSchema), []),
  check: z.catch(z.nullable(z.object({ findings: z.catch(findings, []), reason: z.nullable(z.string()) })), null),
});

/** Parses the answer of `choices_of_post`. */
export function optionsOf(answer: unknown): PostOptions {
  const { categories, sources, check } = choices.parse(answer);
  return { categories, citations: { ...NO_CITATIONS, ...check, sources } };
}

export const readSources = async (client: StaffClient, post: string): Promise<readonly Source[]> =>
  optionsOf(unwrap(await client.rpc('choices_of_post', { post }))).citations.sources;

const quotes = z.array(z.object({ sentence: z.string(), quote: z.string() }));

export async function readSource(client: StaffClient, id: string): Promise<SourceContent> {
  const source = unwrap(await client.from('sources').select('text, quotes').eq('id', id).single());
  return { text: source.text ?? '', quotes: z.catch(quotes, []).parse(source.quotes) };
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

const partSchema = z.enum(['none', 'assisted', 'generated']);

const originSchema = z.object({
  /** The part of AI in what visitors read. */
  ai: partSchema,
  /** The part in what the form shows: the draft, if there is one. */
  would_be: partSchema,
  may_sign_off: z.boolean(),
  /** The newest first. `holds`: it covers what the form shows. */
  sign_offs: z.array(z.object({ at: z.string(), by: z.nullable(z.string()), holds: z.boolean() })),
});

export type Origin = z.output<typeof originSchema>;
export type SignOff = Origin['sign_offs'][number];

/** The origin that was read with a post; null for none. */
export const originOf = (read: unknown): Origin | null => z.nullish(originSchema).parse(read) ?? null;

export const readOrigin = async (client: StaffClient, post: string): Promise<Origin | null> =>
  originOf((await readStoredEditing(client, kind.table, post)).origin);

/** Signs off the version of a post or of its draft. Throws `conflict` when another one is stored. */
export const signOff = async (client: StaffClient, post: string, version: string): Promise<void> =>
  unwrapNothing(await client.rpc('sign_off', { post, version }));
