import { TOPICS } from '@ki/shared/data/topics.ts';
import { z } from 'zod';
import { MOST_QUESTIONS, MOST_WORDS } from './orders.ts';

const bytes = z.custom<Buffer<ArrayBuffer>>((value) => Buffer.isBuffer(value));

/** What a renderer says. Remotes' code runs there, so nothing of it is believed before it was looked at. */
export const replySchema = z.discriminatedUnion('kind', [
  /** The answer to a ping, with what was asked of the backend since the last one. */
  z.strictObject({
    kind: z.literal('pong'),
    questions: z.array(z.strictObject({ isAnswered: z.boolean(), ms: z.number().nonnegative() })).max(MOST_QUESTIONS),
  }),
  /** What was written to the console, and by which job, as far as that is known. */
  z.strictObject({
    kind: z.literal('said'),
    id: z.int().nullable(),
    level: z.enum(['info', 'warn', 'error']),
    words: z.string().max(MOST_WORDS),
  }),
  /** What a job came to: `bytes` are a page's HTML or data, a contribution's body or a drawing. */
  z.strictObject({ kind: z.literal('done'), id: z.int(), value: z.unknown(), bytes: bytes.optional() }),
  z.strictObject({
    kind: z.literal('failed'),
    id: z.int(),
    name: z.string().max(MOST_WORDS),
    message: z.string().max(MOST_WORDS),
  }),
]);

export type Reply = z.infer<typeof replySchema>;

/** The topics of which it shows something; `null` when it read what nobody tells of. */
const reads = z.array(z.enum(TOPICS)).max(TOPICS.length).nullable();

const tagSchema = z.object({
  name: z.enum(['meta', 'link']),
  attributes: z.record(z.string().regex(/^[a-z:-]+$/i), z.string()),
});

const renderedSchema = z.object({
  status: z.int().min(200).max(599),
  title: z.string(),
  tags: z.array(tagSchema),
  /** JSON. */
  jsonLd: z.array(z.string()),
  /** `<style>` elements. */
  styles: z.string(),
  /** JSON. */
  state: z.string(),
  hydrate: z.enum(['load', 'idle', 'interaction']),
  /** Name of the script that the page runs before it is alive. */
  early: z.string().nullable(),
  failure: z.string().nullable(),
  routeIds: z.array(z.string()),
  reads,
});

const redirectedSchema = z.object({ status: z.int().min(300).max(399), location: z.string(), reads });

/** A page's parts but its HTML, or where it is instead. */
export const pageSchema = z.union([redirectedSchema, renderedSchema]);
export type Rendered = Omit<z.infer<typeof renderedSchema>, 'reads'> & { readonly html: string };

/** What the shell has to know of a page's data, or where the page is instead. */
export const dataSchema = z.union([
  redirectedSchema,
  z.object({ status: z.int().min(200).max(599), failure: z.string().nullable(), reads }),
]);

/** What a remote answers besides pages, but its body. `null`: none has this address. */
export const contributionSchema = z.object({
  answer: z
    .object({
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()),
    })
    .nullable(),
  reads,
});
