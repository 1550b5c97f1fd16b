import { z } from '../../../kit/model/z.ts';
import { escapeHtml } from '../escape-html.ts';
import type { Item } from './read-export.ts';
import { upToLast } from './up-to-last.ts';

const COMMENT = /<!--[\s\S]*?-->/g;
const DYNAMIC = /^<!--\s+wp:([a-z][\w/-]*)\s+(\{[\s\S]*\}\s+)?\/-->$/;
const DEEPEST = 5;

const attributesSchema = z
  .looseObject({
    ref: z.number().optional(),
    url: z.string().optional(),
    label: z.string().optional(),
    service: z.string().optional(),
  })
  .catch({});

function attributesOf(json: string | undefined) {
  try {
    return attributesSchema.parse(JSON.parse(json ?? '{}'));
  } catch {
    return {};
  }
}

/** Blocks that WordPress fills when it shows the page: those that the export can fill are filled. */
export interface Blocks {
  readonly html: string;
  /** Names of blocks whose contents no export has. */
  readonly empty: readonly string[];
  readonly missingReusable: number;
}

const isPublic = ({ parts }: Item) => parts['wp:status'] === 'publish' && !parts['wp:post_password'];

export function fillBlocks(html: string, reusable: ReadonlyMap<string, Item>, notes: string): Blocks {
  const empty: string[] = [];
  let missingReusable = 0;
  const fill = (content: string, depth: number): string =>
    upToLast('-->', content, (part) => part.replaceAll(COMMENT, (comment) => fillBlock(comment, depth)));
  const fillBlock = (comment: string, depth: number): string => {
    const [, name, json] = DYNAMIC.exec(comment) ?? [];
    if (name === undefined) return comment;
    if (name === 'footnotes') return notes;
    const { ref, url, label, service } = attributesOf(json);
    if (name === 'block') {
      const found = reusable.get(String(ref));
      if (found && isPublic(found) && depth < DEEPEST) return fill(found.parts['content:encoded'] ?? '', depth + 1);
      missingReusable += 1;
      return '';
    }
    if (url) return `<p><a href="${escapeHtml(url)}">${escapeHtml(label ?? service ?? url)}</a></p>`;
    empty.push(name);
    return '';
  };
  return { html: fill(html, 0), empty, missingReusable };
}

const notesSchema = z.array(z.object({ id: z.string(), content: z.string() }));

/** The footnotes that WordPress keeps beside the text, as a list whose entries lead back to their marks. */
export function footnoteList(json: string | undefined): string {
  if (!json) return '';
  try {
    const entries = notesSchema
      .parse(JSON.parse(json))
      .map(({ id, content }) => `<li id="${escapeHtml(id)}">${content} <a href="#${escapeHtml(id)}-link">↩</a></li>`);
    return entries.length > 0 ? `<ol>${entries.join('')}</ol>` : '';
  } catch {
    return '';
  }
}
