// `pnpm check:words`: exits with 1 when a private word is used where the field has a standard term. words.json
// holds these words with their replacements: `text` for all places, `name` for identifiers and file names only. Compound words
// are written with hyphens and match every spelling: `take-over`, `takeOver`, `TakeOver`, `TAKE_OVER`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import WORDS from './words.json' with { type: 'json' };

const TEXT = /\.(?:[cm]?[jt]sx?|sql|md|json|ya?ml|html|css|toml)$|(?:^|\/)(?:Dockerfile|Caddyfile)$/;
const EXCEPTED =
  /^(?:docs\/decisions|supabase\/seed)\/|^scripts\/(?:check-words(?:\.test)?\.ts|words\.json)$|database\.types\.ts$|^pnpm-lock\.yaml$/;

function patternOf(word: string): RegExp {
  const parts = word.split('-');
  const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const spellings = [
    `(?<![A-Za-z0-9])(?:${camel}|${word})s?(?![a-z])`,
    `(?<![A-Z])${pascal}s?(?![a-z])`,
    `(?<![A-Za-z])${parts.join('_').toUpperCase()}S?(?![A-Za-z])`,
    ...(parts.length > 1 ? [`(?<![A-Za-z])${parts.join(' ')}s?(?![a-z])`] : []),
  ];
  return new RegExp(spellings.join('|'));
}

const patternsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([word, use]) => ({ word, use, pattern: patternOf(word) }));
const PATTERNS = { text: patternsOf(WORDS.text), name: patternsOf(WORDS.name) };

const blank = (match: string) => match.replace(/[^\n]/g, ' ');

const identifiersOf = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, blank);

/** SQL without its statements: names of tables, functions and columns stay as they are. */
const commentsOf = (sql: string) => sql.replace(/^(?:(?!--).)*/gm, blank);

function searchable(file: string, content: string): Readonly<Record<keyof typeof PATTERNS, string>> {
  if (file.endsWith('.sql')) return { text: commentsOf(content), name: '' };
  return { text: content, name: /\.[cm]?[jt]sx?$/.test(file) ? identifiersOf(content) : '' };
}

export function findWords(file: string, content: string) {
  return Object.entries(searchable(file, content)).flatMap(([where, all]) =>
    [file, ...all.split('\n')].flatMap((text, line) =>
      PATTERNS[where as keyof typeof PATTERNS]
        .filter(({ pattern }) => pattern.test(text))
        .map(({ word, use }) => ({ line, word, use })),
    ),
  );
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => TEXT.test(name) && !EXCEPTED.test(name))) {
    for (const { line, word, use } of findWords(file, readFileSync(path.join(ROOT, file), 'utf8'))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      console.log(`${file}:${line}  ${word} → ${use}`);
    }
  }
  for (const [word, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(String(count).padStart(5), word);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${total} private words`);
  process.exitCode = total === 0 && files.length > 0 ? 0 : 1;
}
