import { toSlug } from '@ki/shared/format/slug.ts';
import { isMoment, momentText } from './moment-text.ts';

/** `.` and `..` would lead to another page. */
export const isSlug = (text: string): boolean => /^(?!\.\.?$)[^\s/?#%\\]+$/.test(text);

export interface FileName {
  /** Without folder, date, language and ending; the folder's name for an index. */
  readonly name: string;
  readonly folders: readonly string[];
  readonly date: string | null;
  /** The code of a translation: 'en' for 'name.en.md'. */
  readonly language: string | null;
  readonly isIndex: boolean;
}

/** Those that blogs are likely to have: 'io' and 'vo' are languages, too. */
const LANGUAGES = 'de en fr it rm es pt nl pl cs sk sl hr sr hu ro bg el da sv nb no fi ru uk tr ar he fa hi zh ja ko';
const isLanguage = (code: string) =>
  /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(code) && LANGUAGES.split(' ').includes(code.slice(0, 2).toLowerCase());

const LETTER = /[\p{L}\p{N}]/u;

export const partsOf = (path: string): string[] => path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');

function decoded(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** '2019-03-01-name', or 'name' in folders 2019, 03 and 01. */
function dated(name: string, folders: readonly string[]): Pick<FileName, 'name' | 'date'> {
  const [all = '', day = ''] = /^(\d{4}-\d{1,2}-\d{1,2})[-_ ]+(?=.)/.exec(name) ?? [];
  if (isMoment(day)) return { name: name.slice(all.length), date: momentText(day) };
  const [year = '', month = '', third = ''] = folders.slice(-3);
  const date = /^\d{4}$/.test(year) ? momentText(`${year}-${month}-${third}`) : '';
  return { name, date: isMoment(date) ? date : null };
}

/** The parts of a path that carry the address or the date of a post. */
export function fileNameOf(path: string): FileName {
  const folders = partsOf(path.normalize('NFC'));
  const base = decoded((folders.pop() ?? path).replace(/\.(?:md|markdown)$/i, ''));
  const [, stem = base, code = ''] = /^(.+)\.([^.]+)$/.exec(base) ?? [];
  const language = isLanguage(code) ? code : null;
  const name = language ? stem : base;
  const isIndex = /^(?:index|readme)$/i.test(name) && LETTER.test(folders.at(-1) ?? '');
  const own = isIndex ? decoded(folders.pop() ?? name) : name;
  return { ...dated(own, folders), folders, language, isIndex };
}

/** A slug of a name: letters without a Latin form stay, as other programs keep them. */
export const slugOfName = (name: string): string =>
  /[^\P{L}\p{Script=Latin}]/u.test(name)
    ? name
        .normalize('NFC')
        .toLowerCase()
        .trim()
        .replaceAll(/[\s/?#%\\]+/g, '-')
    : toSlug(name);
