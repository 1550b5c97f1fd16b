/**
 * Judges the citations of a text while it is edited, each sentence once for each source. It pauses between sentences,
 * and after a change goes on with what the new text has.
 */
import { type Citation, citationsIn, type Judged, judgedBy, type KeptFinding, type Source } from './citations.ts';
import { type CitedArticle, citedArticle } from './cited-sentences.ts';
import { judge as judgeSentence, type Verdict } from './judge.ts';
import { readSource } from './passages.ts';
import type { Quotation } from './quotations.ts';

export interface SourceContent {
  readonly text: string;
  readonly quotes: readonly Quotation[];
}

export interface ReviewState {
  readonly citations: readonly Judged[];
  /** Some citations are not judged yet. */
  readonly isRunning: boolean;
  /** The text of a source could not be loaded. */
  readonly hasFailed: boolean;
}

export interface ReviewOptions {
  readonly kept: readonly KeptFinding[];
  readonly sources: readonly Source[];
  readonly read: (source: string) => Promise<SourceContent>;
  readonly pause: () => Promise<void>;
  readonly judge?: typeof judgeSentence;
}

export type Review = ReturnType<typeof createReview>;

/** Parsed sources take much memory. */
const MOST_SOURCES = 4;

type ReadSource = (sentence: string) => Verdict;

/** Keeps the sources that were used last. */
function sourceStore({ read, pause, judge = judgeSentence }: ReviewOptions) {
  const known = new Map<string, ReadSource>();
  return async (id: string): Promise<ReadSource> => {
    let found = known.get(id);
    if (!found) {
      const { text, quotes } = await read(id);
      const source = await readSource(text, pause);
      found = (sentence) => judge(sentence, source, quotes);
    }
    known.delete(id);
    known.set(id, found);
    for (const oldest of [...known.keys()].slice(0, -MOST_SOURCES)) known.delete(oldest);
    return found;
  };
}

const memoKey = ({ sentence, source }: Citation) => `${source?.id} ${sentence.text}`;
const NOTHING: CitedArticle = { sentences: [], sources: [] };

export function createReview(options: ReviewOptions) {
  const { kept, pause } = options;
  const sourceOf = sourceStore(options);
  const verdicts = new Map<string, Verdict>();
  const failed = new Set<string>();
  const last = new WeakMap<Citation, Judged>();
  const listeners = new Set<() => void>();
  let { sources } = options;
  let text: string | null = null;
  let article = NOTHING;
  let citations: readonly Citation[] = [];
  let running: Promise<void> | null = null;
  let state: ReviewState = { citations: [], isRunning: true, hasFailed: false };

  const verdictOf = (citation: Citation) => verdicts.get(memoKey(citation)) ?? null;
  /** An unchanged citation keeps its object, so that it is not rendered again. */
  const shownOf = (citation: Citation): Judged => {
    const judged = judgedBy(citation, verdictOf(citation), kept);
    const before = last.get(citation);
    if (before && before.state === judged.state && before.verdict === judged.verdict) return before;
    last.set(citation, judged);
    return judged;
  };
  const show = () => {
    const hasFailed = citations.some(({ source }) => source && failed.has(source.id));
    const shown = citations.map(shownOf);
    state = { citations: shown, isRunning: running !== null, hasFailed };
    for (const listener of listeners) listener();
  };

  /** By source, so that each is read once. */
  const next = () =>
    citations
      .filter(({ source }) => source?.state === 'read' && !failed.has(source.id))
      .toSorted((one, other) => (one.source?.number ?? 0) - (other.source?.number ?? 0))
      .find((citation) => !verdictOf(citation));

  const run = async () => {
    for (let citation = next(); citation; citation = next()) {
      const id = citation.source?.id ?? '';
      try {
        verdicts.set(memoKey(citation), (await sourceOf(id))(citation.sentence.text));
      } catch (error) {
        console.error('citations:', error);
        failed.add(id);
      }
      show();
      await pause();
    }
  };
  const start = () => {
    citations = citationsIn(article, sources);
    running ??= run().finally(() => {
      running = null;
      show();
    });
    show();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: () => state,
    /** Judges what is new in a text. */
    setText: (typed: string) => {
      // As text areas and the editor count lines.
      const shown = typed.replace(/\r\n?/g, '\n');
      if (shown === text) return;
      text = shown;
      article = citedArticle(shown);
      start();
    },
    setSources: (read: readonly Source[]) => {
      sources = read;
      start();
    },
    retry: () => {
      failed.clear();
      start();
    },
    /** Resolves once everything is judged. */
    settled: async (): Promise<readonly Judged[]> => {
      while (running) await running;
      return state.citations;
    },
  };
}
