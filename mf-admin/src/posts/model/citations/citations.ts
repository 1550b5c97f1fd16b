/** The citations of an article with the sources that they name, and what is known of each. */
import { z } from 'zod/mini';
import type { CitedArticle, CitedSentence, ListedSource } from './cited-sentences.ts';
import type { State, Verdict } from './judge.ts';

/** A source as it is stored, without its text. */
export const sourceSchema = z.object({
  id: z.string(),
  number: z.number(),
  url: z.string(),
  title: z.nullable(z.string()),
  state: z.string(),
  failure: z.nullable(z.string()),
});

export type Source = z.infer<typeof sourceSchema>;

/**
 * `checking`: not judged yet. `no source`: nothing is stored that the number names. `no citation`: a sentence states a
 * fact and cites nothing.
 */
export type CitationState = State | 'unreadable' | 'waiting' | 'checking' | 'no source' | 'no citation';

/** A judgement of the last save. `number`: 0 for a sentence without a citation. */
export interface KeptFinding {
  readonly sentence: string;
  readonly number: number;
  readonly state: CitationState;
}

export interface Citation {
  /** Names the citation, also after other sentences changed. */
  readonly key: string;
  readonly sentence: CitedSentence;
  readonly number: number;
  readonly source: Source | null;
  readonly listed: ListedSource | null;
}

export interface Judged extends Citation {
  readonly state: CitationState;
  readonly verdict: Verdict | null;
}

const addressOf = (url: string) => {
  if (!URL.canParse(url)) return url.trim();
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
};

/** Editors may reorder the list, so its address names a source; a number alone counts where there is none. */
function sourceOf(number: number, { sources: listed }: CitedArticle, stored: readonly Source[]): Source | null {
  const url = listed[number - 1]?.url ?? '';
  const found =
    url === ''
      ? listed.length === 0 && stored.find((one) => one.number === number)
      : stored.find((one) => addressOf(one.url) === addressOf(url));
  return found || null;
}

/** In the order of the text. A sentence that occurs twice has two keys. */
export function citationsIn(article: CitedArticle, stored: readonly Source[]): Citation[] {
  const counts = new Map<string, number>();
  return article.sentences.flatMap((sentence) => {
    const numbers = sentence.numbers.length > 0 ? sentence.numbers : sentence.isFact ? [0] : [];
    const count = (counts.get(sentence.text) ?? 0) + 1;
    counts.set(sentence.text, count);
    return numbers.map((number) => ({
      key: `${number} ${count} ${sentence.text}`,
      sentence,
      number,
      source: number === 0 ? null : sourceOf(number, article, stored),
      listed: article.sources[number - 1] ?? null,
    }));
  });
}

const isStored = ({ sentence, number }: Citation, kept: KeptFinding) =>
  kept.number === number && kept.sentence === shortened(sentence.text);

function stateOf(citation: Citation, verdict: Verdict | null, kept: readonly KeptFinding[]): CitationState {
  const { number, source } = citation;
  if (number === 0) return 'no citation';
  if (!source) return 'no source';
  if (source.state !== 'read') return source.state === 'unreadable' ? 'unreadable' : 'waiting';
  return verdict?.state ?? kept.find((one) => isStored(citation, one))?.state ?? 'checking';
}

export const judgedBy = (citation: Citation, verdict: Verdict | null, kept: readonly KeptFinding[]): Judged => ({
  ...citation,
  verdict,
  state: stateOf(citation, verdict, kept),
});

const MOST_LETTERS = 500;
const shortened = (text: string) => text.slice(0, MOST_LETTERS);

/** The database keeps at most a megabyte. */
const MOST_FINDINGS = 1000;

export const findingsOf = (citations: readonly Judged[]): KeptFinding[] =>
  citations
    .filter(({ state }) => state !== 'checking')
    .slice(0, MOST_FINDINGS)
    .map(({ sentence, number, state }) => ({ sentence: shortened(sentence.text), number, state }));

/** Publishing one of these asks for a reason. */
export const isDoubtful = ({ state }: Pick<Judged, 'state'>): boolean => state === 'not found';

const CITATION = /\[{1,2}(?:Quellen?\s+)?\^?\d{1,3}/;

/** Whether it is worth while to read a text for its citations. */
export const mayCite = (text: string): boolean => CITATION.test(text);
