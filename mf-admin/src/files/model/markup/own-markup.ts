import { toSlug } from '@ki/shared/format/slug.ts';
import { Destinations, Found, NO_REFERENCES, type References } from './destinations.ts';
import { CODE_PARTS, type Context, ESCAPED_CHARACTER, HTML_PARTS, LINK_PARTS, type Part } from './parts.ts';
import { TAG_PARTS } from './tags.ts';

/** Code and escaped characters, which nobody reads, come first. */
const PARTS: readonly Part[] = [ESCAPED_CHARACTER, ...CODE_PARTS, ...LINK_PARTS, ...TAG_PARTS, ...HTML_PARTS];

/** One search for all parts has the groups to which its patterns refer alone: each more costs time at each part. */
const ANY = new RegExp(
  PARTS.map(({ pattern }) => pattern.replaceAll(/\(\?<(?!marks|ticks|block|frame|emphasis)\w+>/g, '(?:')).join('|'),
  'gm',
);
const EACH = PARTS.map((part) => ({ ...part, at: new RegExp(part.pattern, 'my') }));

/** Most texts of people who write plain Markdown have nothing to look at. */
const HAS_PARTS =
  /\](?:\(|:[ \t])(?!\s*<?(?:https?:\/\/|mailto:|\/post\/))|\{[%{:#.|]|\[\[|%%|\[TOC\]|\[!|^:::|^!!!|<(?!https?:|mailto:)[a-zA-Z]/m;
const HAS_LINKS = /\]\(|\]:|href=/;

function converted(text: string, context: Context, isRaw: boolean): string {
  return text.replaceAll(ANY, (all: string, ...found: unknown[]) => {
    const [offset, whole] = found.slice(-3) as [number, string];
    for (const { at, isTag, made } of EACH) {
      at.lastIndex = offset;
      const match = at.exec(whole);
      if (match?.[0] !== all) continue;
      return isRaw && isTag ? all : (made(match.groups ?? {}, context, { all, whole, offset }) ?? all);
    }
    return all;
  });
}

/** The id that an author gave to a heading, at its end or below it: '{#ziel .no-toc}'. */
const idIn = (line: string): string | undefined =>
  /^\{:?[ \t]*#([\w:.-]+)[^}]*\}[ \t#]*$/.exec(line.slice(Math.max(0, line.lastIndexOf('{'))))?.[1];

const headingIn = (line: string, next: string): string | undefined =>
  /^#{1,6}[ \t]+(.*)/.exec(line)?.[1] ?? (/^(?:=+|-+)[ \t]*$/.test(next) && /\S/.test(line) ? line : undefined);

/** The fragments of headings here, by those and by the ones that authors gave to them. A repeated text gets a number. */
function idsOf(text: string): Map<string, string> {
  const ids = new Map<string, string>();
  const counts = new Map<string, number>();
  const lines = text.split(/\r?\n/);
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    if (/^ {0,3}(?:`{3}|~{3})/.test(line)) isCode = !isCode;
    const next = lines[at + 1] ?? '';
    const heading = isCode ? undefined : headingIn(line, next);
    if (heading === undefined) continue;
    const own = idIn(heading);
    const slug = toSlug(own === undefined ? heading : heading.slice(0, heading.lastIndexOf('{'))) || 'abschnitt';
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    const id = count > 1 ? `${slug}-${count}` : slug;
    ids.set(id, id);
    const given = own ?? idIn(next);
    if (given !== undefined) ids.set(given, id);
  }
  return ids;
}

/** A text of another program in the Markdown of this one. What it loses, and what leads nowhere, is in the notes. */
export function ownMarkup(text: string, references: References = NO_REFERENCES): { content: string; notes: string[] } {
  if (!HAS_PARTS.test(text) && !(references.hasSite && HAS_LINKS.test(text))) return { content: text, notes: [] };
  let ids: ReadonlyMap<string, string> | undefined;
  const idsHere = () => {
    ids ??= idsOf(text);
    return ids;
  };
  const found = new Found();
  const destinations = new Destinations(references, found, idsHere);
  const convert = (inner: string, isRaw = false): string => converted(inner, context, isRaw);
  const context: Context = { found, destinations, convert };
  return { content: convert(text), notes: found.notes() };
}
