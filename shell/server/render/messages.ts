import type { Preview } from '@ki/shared/contract/preview.ts';
import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Site } from '@ki/shared/contract/site.ts';
import { CACHE_TAGS } from '@ki/shared/data/cache-tags.ts';
import type { Connection } from '@ki/shared/data/clients.ts';
import { z } from 'zod';
import { MAX_QUERIES, MAX_TEXT } from './frames.ts';

export interface Bundle {
  readonly name: string;
  readonly version: string;
  /** The generation on whose runtime it runs. */
  readonly contract: number;
  readonly code: Buffer;
}

export const moduleOf = ({ name, version }: Pick<Bundle, 'name' | 'version'>) => `${name}@${version}`;

export type Call =
  | { readonly kind: 'load'; readonly module: string; readonly code: string }
  | {
      readonly kind: 'page';
      readonly module: string | null;
      readonly owner: string | null;
      readonly url: string;
      readonly platform: Platform;
      /** The record that the page shows in place of the public one. */
      readonly preview?: Preview | undefined;
    }
  | { readonly kind: 'data'; readonly module: string; readonly url: string }
  | { readonly kind: 'page-text'; readonly module: string; readonly url: string; readonly hasEnding: boolean }
  | { readonly kind: 'resource'; readonly module: string; readonly url: string }
  /** The entries of one part, or how many parts there are. */
  | { readonly kind: 'sitemap'; readonly module: string; readonly part: number | null }
  | { readonly kind: 'llms'; readonly module: string }
  | { readonly kind: 'unmatched' | 'query-keys'; readonly module: string; readonly patterns: readonly string[] }
  | { readonly kind: 'resource-paths'; readonly module: string }
  | { readonly kind: 'prepare-rasterizer'; readonly library: string; readonly fonts: readonly string[] }
  | { readonly kind: 'rasterize'; readonly svg: string };

export type Request =
  | { readonly kind: 'connect'; readonly supabase: Connection }
  | { readonly kind: 'site'; readonly site: Site }
  | { readonly kind: 'drop'; readonly module: string }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'ping' }
  | (Call & { readonly id: number });

const bytes = z.custom<Buffer<ArrayBuffer>>((value) => Buffer.isBuffer(value));

/** Workers run remotes' code, so the front validates every message. */
export const responseSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pong'),
    queries: z.array(z.strictObject({ isAnswered: z.boolean(), ms: z.number().nonnegative() })).max(MAX_QUERIES),
  }),
  /** A console message, and the call during which it was written, as far as that is known. */
  z.strictObject({
    kind: z.literal('log'),
    id: z.int().nullable(),
    level: z.enum(['info', 'warn', 'error']),
    text: z.string().max(MAX_TEXT),
  }),
  z.strictObject({ kind: z.literal('done'), id: z.int(), value: z.unknown(), bytes: bytes.optional() }),
  z.strictObject({
    kind: z.literal('failed'),
    id: z.int(),
    name: z.string().max(MAX_TEXT),
    message: z.string().max(MAX_TEXT),
  }),
]);

export type Response = z.infer<typeof responseSchema>;

const cacheTags = z.array(z.enum(CACHE_TAGS));
const MAX_TAGS = 100;

/** The worker of another generation may know a tag by another name: what depends on that is not kept. */
const dependencies = z
  .array(z.string())
  .max(MAX_TAGS)
  .nullable()
  .transform((tags) => cacheTags.safeParse(tags).data ?? null);

const tagSchema = z.object({
  name: z.enum(['meta', 'link']),
  attributes: z.record(z.string().regex(/^[a-z:-]+$/i), z.string()),
});

const pagePartsSchema = z.object({
  status: z.int().min(200).max(599),
  language: z.string().regex(/^[a-z]{2,3}$/),
  title: z.string(),
  tags: z.array(tagSchema),
  jsonLd: z.array(z.string()),
  styles: z.string(),
  state: z.string(),
  hydrate: z.enum(['load', 'idle', 'interaction']),
  preHydration: z.string().nullable(),
  failure: z.string().nullable(),
  routeIds: z.array(z.string()),
  dependencies,
});

const redirectSchema = z.object({ status: z.int().min(300).max(399), location: z.string(), dependencies });

export const pageSchema = z.union([redirectSchema, pagePartsSchema]);
export type PageParts = Omit<z.infer<typeof pagePartsSchema>, 'dependencies'> & { readonly html: string };

export const dataSchema = z.union([
  redirectSchema,
  z.object({ status: z.int().min(200).max(599), failure: z.string().nullable(), dependencies }),
]);

export const pageTextSchema = z.object({ status: z.literal([200, 404, 503]), dependencies });

/** Sitemaps allow an index of 50,000 files. */
const MAX_PARTS = 50_000;

export const sitemapSchema = z.object({
  parts: z.int().nonnegative().max(MAX_PARTS),
  entries: z.array(z.object({ path: z.string(), lastModified: z.string().optional() })),
  dependencies,
});

export const llmsSchema = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      links: z.array(z.object({ title: z.string(), path: z.string(), description: z.string().nullish() })),
    }),
  ),
  dependencies,
});

export const resourceSchema = z.object({
  head: z.object({ status: z.int().min(200).max(599), headers: z.record(z.string(), z.string()) }).nullable(),
  dependencies,
});
