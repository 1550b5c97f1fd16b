import { useCallback, useMemo, useRef, useState } from 'react';
import { asStaff } from '../kit/data/as-staff.ts';
import type { BesideSave } from '../records/form/form-core.ts';
import { useMessages } from '../versions/messages.tsx';
import { keepCitations, readSource, readSources, type StoredCitations } from './data/citations.ts';
import { findingsOf, isDoubtful, type Judged, mayCite } from './model/citations/citations.ts';
import type { Review } from './model/citations/review.ts';

/** Lets the browser do what waits, such as keys. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

async function openReview({ findings, sources }: StoredCitations): Promise<Review> {
  const { createReview } = await import(/* webpackChunkName: "admin-citations" */ './model/citations/review.ts');
  const read = (id: string) => asStaff((client) => readSource(client, id));
  return createReview({ kept: findings, sources, read, pause });
}

/** A publication that waits for its reason. `answer`: null to cancel. */
interface Question {
  readonly citations: readonly Judged[];
  readonly answer: (reason: string | null) => void;
}

export type Citations = ReturnType<typeof useCitations>;

/** `ai`: the part that AI had in the text. Judges the citations of a post, keeps what was judged with each save, and asks before something doubtful is published. */
export function useCitations(post: string | null, stored: StoredCitations, ai: string) {
  const [review, setReview] = useState<Review | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const loading = useRef<Promise<Review>>(null);
  const { say } = useMessages();

  const start = useCallback(async () => {
    loading.current ??= openReview(stored);
    try {
      const opened = await loading.current;
      setReview(opened);
      return opened;
    } catch (error) {
      loading.current = null;
      throw error;
    }
  }, [stored]);

  const isShown = useMemo(
    () => (text: string) => stored.sources.length > 0 || ai !== 'none' || mayCite(text),
    [stored, ai],
  );

  const ask = async (citations: readonly Judged[]): Promise<string | null> => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    setQuestion({ citations, answer: resolve });
    const reason = await promise;
    setQuestion(null);
    return reason;
  };

  const keep =
    (citations: readonly Judged[], reason: string | null): BesideSave =>
    async (client, id) => {
      const findings = findingsOf(citations);
      if (findings.length + stored.findings.length === 0) return;
      try {
        await keepCitations(client, id, { findings, reason });
      } catch (error) {
        // Without a reason the post is worth more than what was judged. A created post is there already.
        if (reason !== null && post !== null) throw error;
        console.error('citations:', error);
        if (reason !== null) say('The post was created, but the reason could not be stored.', []);
      }
    };

  const beforeSave = async ({ content }: { readonly content: string }, isPublished: boolean) => {
    if (!isShown(content)) return keep([], null);
    const opened = await start();
    opened.setText(content);
    const citations = isPublished ? await opened.settled() : opened.state().citations;
    const doubtful = isPublished ? citations.filter(isDoubtful) : [];
    if (doubtful.length === 0) return keep(citations, null);
    const reason = await ask(doubtful);
    return reason === null ? null : keep(citations, reason);
  };

  return {
    stored,
    review,
    start,
    isShown,
    question,
    beforeSave,
    /** Reads sources that were fetched meanwhile. */
    readAgain: async () => {
      if (post !== null) review?.setSources(await asStaff((client) => readSources(client, post)));
    },
  };
}
