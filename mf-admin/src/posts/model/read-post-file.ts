import { site } from '@ki/shared/contract/site.ts';
import { toLocalInput } from '@ki/shared/format/dates.ts';
import { decodeText } from '../../files/model/decode-text.ts';
import { UnreadableFile } from '../../files/model/file-rows.ts';
import { ownMarkup } from '../../files/model/markup/own-markup.ts';
import { readPostMarkdown } from '../../files/model/post-markdown.ts';
import { POST_TEXTS } from '../../files/model/post-record.ts';
import { z } from '../../kit/model/z.ts';
import { momentIn } from './moment-in.ts';

/** The values that the front matter of a file has for fields of the form. */
const entrySchema = z.looseObject({
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  published_at: z.string().nullish(),
  author: z.string().nullish(),
  category: z.string().nullish(),
});

export interface PostFile {
  readonly content: string;
  readonly title: string;
  /** Empty where the file's name alone makes an address. */
  readonly slug: string;
  /** By the names of their fields. */
  readonly texts: Readonly<Record<string, string>>;
  readonly author: string;
  readonly category: string;
  /** As the field has it. */
  readonly publishedAt: string;
  readonly notes: readonly string[];
}

const NO_FIELDS = { title: '', slug: '', texts: {}, author: '', category: '', publishedAt: '' };

function dateOf(given: string | null | undefined): { readonly publishedAt: string; readonly notes: readonly string[] } {
  if (given === null)
    return { publishedAt: '', notes: ['It says that it is a draft: Save Draft keeps it unpublished.'] };
  if (given === undefined) return { publishedAt: '', notes: [] };
  const publishedAt = toLocalInput(momentIn(given, site().timeZone));
  return { publishedAt, notes: publishedAt === '' ? [`Not used: date (${given}).`] : [] };
}

function read(name: string, bytes: Uint8Array): PostFile {
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
    slug: missing.includes('slug') ? '' : slug,
    content: body.content,
    texts: Object.fromEntries(POST_TEXTS.map(({ name, column }) => [name, String(others[column] ?? '')])),
    author: author ?? '',
    category: category ?? '',
    publishedAt: date.publishedAt,
    notes: [...decoding, ...date.notes, ...notes, ...body.notes],
  };
}

/** Reads a Markdown file as the import does; without front matter it is a text alone. */
export function readPostFile(name: string, bytes: Uint8Array): PostFile | { readonly problem: string } {
  try {
    return read(name, bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    throw error;
  }
}
