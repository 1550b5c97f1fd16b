import { site } from '@ki/shared/contract/site.ts';
import { toLocalInput } from '@ki/shared/format/dates.ts';
import { momentAt } from '@ki/shared/format/zoned-time.ts';
import { z } from 'zod/mini';
import { decodeText } from '../../files/model/decode-text.ts';
import { UnreadableFile } from '../../files/model/file-rows.ts';
import { ownMarkup } from '../../files/model/markup/own-markup.ts';
import { readPostMarkdown } from '../../files/model/post-markdown.ts';
import { POST_TEXTS } from '../../files/model/post-record.ts';

/** The values that the front matter of a file has for fields of the form. */
const entrySchema = z.looseObject({
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  published_at: z.nullish(z.string()),
  author: z.nullish(z.string()),
  category: z.nullish(z.string()),
});

/** `texts`: by the names of their fields. `publishedAt`: as the field has it. */
const NO_FIELDS = {
  ...{ title: '', slug: '', author: '', category: '', publishedAt: '' },
  texts: {} as Readonly<Record<string, string>>,
};

function dateOf(given: string | null | undefined): { readonly publishedAt: string; readonly notes: readonly string[] } {
  if (given === null)
    return { publishedAt: '', notes: ['It says that it is a draft: Save Draft keeps it unpublished.'] };
  if (given === undefined) return { publishedAt: '', notes: [] };
  const publishedAt = toLocalInput(momentIn(given, site().timeZone));
  return { publishedAt, notes: publishedAt === '' ? [`Not used: date (${given}).`] : [] };
}

function read(name: string, bytes: Uint8Array) {
  const { text, note } = decodeText(bytes);
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const decoding = note === null ? [] : [note];
  const { entry, faults, notes, missing, hasFrontMatter, isOwn } = readPostMarkdown({ name, text: plain });
  const parsed = entrySchema.safeParse(entry);
  if (faults.length > 0 || !parsed.success) {
    return { ...NO_FIELDS, content: plain, notes: [...decoding, ...faults] };
  }
  const { title, slug, author, category, published_at, ...others } = parsed.data;
  const { content } = parsed.data;
  const body = isOwn ? { content, notes: [] } : ownMarkup(content);
  if (!hasFrontMatter) return { ...NO_FIELDS, content: body.content, notes: [...decoding, ...body.notes] };
  const date = dateOf(published_at);
  return {
    title,
    // Not where the file's name alone makes an address.
    slug: missing.includes('slug') ? '' : slug,
    content: body.content,
    texts: Object.fromEntries(POST_TEXTS.map(({ name, column }) => [name, String(others[column] ?? '')])),
    author: author ?? '',
    category: category ?? '',
    publishedAt: date.publishedAt,
    notes: [...decoding, ...date.notes, ...notes, ...body.notes],
  };
}

export type PostFile = ReturnType<typeof read>;

/** Reads a Markdown file as the import does; without front matter it is a text alone. */
export function readPostFile(name: string, bytes: Uint8Array): PostFile | { readonly problem: string } {
  try {
    return read(name, bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    throw error;
  }
}

const MOMENT = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?\s*$/;

const withColon = (offset: string) =>
  offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);

/** The moment that a file names, in a time zone unless it has an offset; null for anything else, as in the database. */
export function momentIn(given: string, timeZone: string): string | null {
  const [, day, time = '00:00', offset] = MOMENT.exec(given) ?? [];
  if (day === undefined) return null;
  const shown = Date.parse(`${day}T${time}${offset ? withColon(offset) : 'Z'}`);
  if (Number.isNaN(shown)) return null;
  return (offset ? new Date(shown) : momentAt(timeZone, shown)).toISOString();
}
