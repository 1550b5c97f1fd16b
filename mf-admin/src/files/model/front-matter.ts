import { parse as parseToml, TomlDate } from 'smol-toml';
import { parse as parseYaml, Schema } from 'yaml';
import { keyOf } from './file-publication.ts';
import { UnreadableFile } from './file-rows.ts';

/** A plain 'null' or '~', which is nothing but in a title. */
export class Nothing {
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }
}

/** Scalars are texts as written: '1.10' and '0815' are no numbers. */
type Value = string | null | Nothing | readonly Value[] | { readonly [name: string]: Value };

export interface Entry {
  readonly name: string;
  /** The name as it is compared. */
  readonly key: string;
  readonly value: Value;
}

export interface FrontMatter {
  readonly entries: readonly Entry[];
  readonly body: string;
}

export const isMap = (value: Value): value is Readonly<Record<string, Value>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Nothing);

const NOTHING = {
  tag: 'tag:yaml.org,2002:null',
  default: true,
  identify: (value: unknown) => value === null,
  test: /^(?:~|null)?$/,
  resolve: (source: string) => (source === '' ? null : new Nothing(source)),
} as const;

/** Made once, as making it takes longer than reading a file's lines. */
const schema = new Schema({ schema: 'failsafe', customTags: [NOTHING] });

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join().replace(/:$/, '');

function read(format: string, parse: () => unknown): Value {
  try {
    return parse() as Value;
  } catch (error) {
    throw new UnreadableFile(`Front matter: this is no ${format} (${reasonOf(error)}).`);
  }
}

type Parse = (source: string) => Value;

const yaml: Parse = (source) => read('YAML', () => parseYaml(source, { schema, logLevel: 'error' }));

/** YAML reads JSON, but no tabs before lines; texts of JSON have none. */
const json: Parse = (source) => read('JSON', () => parseYaml(source.replaceAll('\t', ' '), { schema }));

function textsOf(value: unknown): Value {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(textsOf);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, textsOf(inner)]));
}

const toml: Parse = (source) => read('TOML', () => textsOf(parseToml(source, { integersAsBigInt: true })));

/** Lines 'Title: My post' of Pelican and '.. title: My post' of Nikola; lines further in go on. */
const plain: Parse = (source) => {
  const lines = source.replaceAll(/\r?\n[ \t]+/g, ' ').matchAll(/^(?:\.\. )?([\w\t -]+):(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name.trim(), value.trim()]));
};

const LINES = String.raw`(?:([\s\S]*?)\r?\n)?`;
const between = (open: string, close = open) =>
  new RegExp(`^(\\s*${open}[ \\t]*\\r?\\n)${LINES}${close}[ \\t]*(?:\\r?\\n|$)`);

const KEY_LINES = String.raw`((?:[A-Za-z][\w -]*:(?:[ \t][^\n]*|\r?)\n(?:[ \t]+\S[^\n]*\n|-[ \t][^\n]*\n)*)+)`;

/** In front of each text its beginning, then its lines. */
const FORMATS: readonly (readonly [RegExp, Parse])[] = [
  [between('-{3,}(?:ya?ml)?', String.raw`(?:-{3,}|\.{3})`), yaml],
  [between(String.raw`(?:\+{3}|---toml)`, String.raw`(?:\+{3}|---)`), toml],
  [between('(?:;{3}|---json)', '(?:;{3}|---)'), (source) => json(/^\s*\{/.test(source) ? source : `{${source}}`)],
  [/^(\s*<!--[ \t]*\r?\n)((?:\.\. [\w-]+:[^\n]*\n)+)-->[ \t]*(?:\r?\n|$)/, plain],
  [/^()((?:\.\. [\w-]+:[^\n]*\n)+)(?:\r?\n|$)/, plain],
  [new RegExp(String.raw`^()(?=(?:[^\n]+\n)*?title:)${KEY_LINES}-{3,}[ \t]*(?:\r?\n|$)`, 'i'), yaml],
  [new RegExp(String.raw`^()(?=(?:[^\n]+\n)*?title:)${KEY_LINES}(?:\r?\n|$)`, 'i'), plain],
];

function endOfObject(text: string): number {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (part === '{') depth += 1;
    if (part === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

function split(text: string): { readonly value: Value; readonly body: string } | null {
  if (/^\s*\{\s*["}]/.test(text)) {
    const end = endOfObject(text);
    if (end > 0) return { value: json(text.slice(0, end)), body: text.slice(end).replace(/^[ \t]*(?:\r?\n|$)/, '') };
  }
  for (const [pattern, parse] of FORMATS) {
    const [all, open = '', source = ''] = pattern.exec(text) ?? [];
    // The lines above keep those of errors right.
    if (all !== undefined)
      return { value: parse(open.replaceAll(/[^\n]/g, '') + source), body: text.slice(all.length) };
  }
  return null;
}

/** Where programs keep the keys of a site. */
const PARENTS: ReadonlySet<string> = new Set(['extra', 'params', 'taxonomies', 'build', 'custom']);

function entriesOf(data: Readonly<Record<string, Value>>): Entry[] {
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(data)) {
    const key = keyOf(name);
    if (!isMap(value) || !PARENTS.has(key)) {
      entries.push({ name, key, value });
      continue;
    }
    for (const [inner, innerValue] of Object.entries(value)) {
      const innerKey = key === 'build' ? `build${keyOf(inner)}` : keyOf(inner);
      entries.push({ name: `${name}.${inner}`, key: innerKey, value: innerValue });
    }
  }
  return entries;
}

const NO_END = 'Front matter: its end is missing; expected a line such as the first one below its lines.';

/** The front matter of Markdown, as programs write it; null where there is none. */
export function frontMatterOf(text: string): FrontMatter | null {
  const found = split(text);
  if (!found && /^\s*(?:---|\+\+\+)[ \t]*\r?\n\s*[\w"-]+[ \t]*[:=]/.test(text)) throw new UnreadableFile(NO_END);
  if (!found || typeof found.value === 'string') return null;
  const value = found.value ?? {};
  if (!isMap(value)) {
    throw new UnreadableFile(
      'Front matter: something else than a text was found; expected a line such as “title: My post”.',
    );
  }
  // One blank line below the front matter belongs to it.
  return { entries: entriesOf(value), body: found.body.replace(/^\r?\n/, '') };
}

const sizeOf = (value: Value) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 1);

export const isEmpty = (value: Value): boolean =>
  value === null || value === '' || value instanceof Nothing || sizeOf(value) === 0;

const noText = (name: string) =>
  new UnreadableFile(`${name}: something else than a text was found; expected a line such as “title: My post”.`);

export function textOf({ name, value }: Entry): string | null {
  if (typeof value === 'string') return value;
  if (isEmpty(value)) return null;
  throw noText(name);
}

/** The names in a text, in lists of lists, or in objects with names. */
export function namesOf({ name, key, value }: Entry): string[] {
  if (typeof value === 'string') return [value];
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.flatMap((one) => namesOf({ name, key, value: one })).map((one) => one.trim());
  if (isMap(value) && 'name' in value) return namesOf({ name, key, value: value.name ?? null });
  throw noText(name);
}

/** Takes keys out of front matter, so that whatever nobody takes can be said. */
export class Keys {
  readonly #entries: readonly Entry[];
  readonly #taken = new Set<Entry>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** The first of some keys that has a value, else one without; undefined where there is none. */
  take(keys: readonly string[], fits: (entry: Entry) => boolean = () => true): Entry | undefined {
    let best: Entry | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries) {
      const at = keys.indexOf(entry.key);
      const rank = isEmpty(entry.value) ? at + keys.length : at;
      if (at === -1 || rank >= bestRank || !fits(entry)) continue;
      best = entry;
      bestRank = rank;
    }
    if (best) this.#taken.add(best);
    return best;
  }

  takeAll(fits: (entry: Entry) => boolean): Entry[] {
    const found = this.#entries.filter((entry) => !this.#taken.has(entry) && fits(entry));
    for (const entry of found) this.#taken.add(entry);
    return found;
  }

  /** The keys that nobody took: 'Not used: layout, tags (3).' */
  unusedNotes(): string[] {
    const names = this.takeAll(({ value }) => !isEmpty(value)).map(({ name, value }) => {
      const size = sizeOf(value);
      return size > 1 ? `${name} (${size})` : name;
    });
    return names.length > 0 ? [`Not used: ${names.join(', ')}.`] : [];
  }
}
