import type { Highlight } from './highlighter.ts';

/** Each language is a chunk; code in any other stays plain. */
const LOAD = {
  bash: () => import('highlight.js/lib/languages/bash'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  excel: () => import('highlight.js/lib/languages/excel'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
} as const;

type Language = keyof typeof LOAD;

const ALSO: Readonly<Record<string, readonly Language[]>> = {
  cjs: ['javascript'],
  html: ['xml', 'css', 'javascript'],
  js: ['javascript'],
  jsx: ['javascript', 'xml'],
  md: ['markdown'],
  mjs: ['javascript'],
  patch: ['diff'],
  ps1: ['powershell'],
  pwsh: ['powershell'],
  py: ['python'],
  sh: ['bash'],
  svg: ['xml'],
  ts: ['typescript'],
  tsx: ['typescript', 'xml'],
  xhtml: ['xml', 'css', 'javascript'],
  xlsx: ['excel'],
  yml: ['yaml'],
  zsh: ['bash'],
};

const FENCE = /(?:`{3,}|~{3,})[ \t]*([^\s`~]+)/g;

const isLanguage = (word: string): word is Language => Object.hasOwn(LOAD, word);

function grammarsOf(word: string): readonly Language[] {
  if (isLanguage(word)) return [word];
  return Object.hasOwn(ALSO, word) ? (ALSO[word] ?? []) : [];
}

export function languagesIn(source: string): readonly Language[] {
  const words = [...source.matchAll(FENCE)].map(([, word = '']) => word.toLowerCase());
  return [...new Set(words.flatMap(grammarsOf))].sort();
}

async function grammarOf(language: Language) {
  try {
    return [[language, (await LOAD[language]()).default] as const];
  } catch (error) {
    console.error(`code in ${language} stays plain:`, error);
    return [];
  }
}

async function load(languages: readonly Language[]): Promise<Highlight | null> {
  const [{ createHighlight }, ...grammars] = await Promise.all([
    import('./highlighter.ts'),
    ...languages.map(grammarOf),
  ]);
  return createHighlight(Object.fromEntries(grammars.flat()));
}

/** Keyed by languages; the same object each time, so that React does not parse again. */
const known = new Map<string, Highlight | null | Promise<Highlight | null>>([['', null]]);

/**
 * The highlighter for the languages of a text: at once when loaded, else a promise that never rejects; `null` for a
 * text without code.
 */
export function highlightFor(source: string): Highlight | null | Promise<Highlight | null> {
  const languages = languagesIn(source);
  const key = languages.join();
  const here = known.get(key);
  if (here !== undefined) return here;
  const loading = load(languages)
    .catch((error: unknown) => {
      console.error('code stays plain:', error);
      return null;
    })
    .then((highlight) => {
      known.set(key, highlight);
      return highlight;
    });
  known.set(key, loading);
  return loading;
}
