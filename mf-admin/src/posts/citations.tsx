import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PostValues } from '../files/model/post-record.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import type { BesideSave } from '../records/form/form-core.ts';
import type { TextTarget } from '../text/model/text-target.ts';
import { type TextForm, useSettled, useTextSource } from '../text/text-source.ts';
import { useMessages } from '../versions/messages.tsx';
import { keepCitations, readSource, readSources, type StoredCitations } from './data/post-form.ts';
import { findingsOf, isDoubtful, type Judged, mayCite } from './model/citations/citations.ts';
import type { Review } from './model/citations/review.ts';

const Unloaded = () => (
  <Notice tone="warning" title="The citations cannot be checked.">
    Their check could not be loaded. What you typed is still in the form; reload the page to try again.
  </Notice>
);

const load = () => import(/* webpackChunkName: "admin-citations" */ './components/citations-panel.tsx');
const CitationsPanel = lazy(async () => ({ default: (await load().catch(console.error))?.CitationsPanel ?? Unloaded }));
const ReasonDialog = lazy(async () => ({ default: (await load()).ReasonDialog }));

interface CitationsBesideProps {
  readonly form: TextForm<PostValues>;
  readonly citations: Citations['beside'];
  readonly target: RefObject<(() => TextTarget | null) | null>;
}

/** Takes no room while a text cites nothing. What changed is judged after a pause in typing. */
export function CitationsBeside({ form, citations, target }: CitationsBesideProps) {
  const { review, start, isShown, stored, readAgain } = citations;
  const { follow, read } = useTextSource(form, 'content');
  const text = useSettled(follow, read);
  const shown = isShown(text);
  // The network.
  useEffect(() => {
    if (shown) void start().catch(console.error);
  }, [shown, start]);
  // The judge, which works beside React.
  useEffect(() => {
    if (shown) review?.setText(text);
  }, [shown, review, text]);
  const choose = useCallback(
    ({ sentence: { start: from, end } }: Judged) => target.current?.()?.select(from, end),
    [target],
  );
  if (!shown) return null;
  return (
    <Suspense fallback={<Loading>Loading...</Loading>}>
      {review && (
        <CitationsPanel
          review={review}
          hasSources={stored.sources.length > 0}
          onChoose={choose}
          readAgain={readAgain}
        />
      )}
    </Suspense>
  );
}

interface QuestionProps extends Pick<Citations, 'question'> {
  readonly stored: StoredCitations;
}

/** The dialog of a publication that waits for its reason. */
export const CitationsQuestion = ({ question, stored }: QuestionProps) =>
  question && (
    <Suspense>
      <ReasonDialog citations={question.citations} before={stored.reason} onAnswer={question.answer} />
    </Suspense>
  );

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

/** The judge, whose code is loaded when a text cites something. */
function useReview(stored: StoredCitations) {
  const [review, setReview] = useState<Review | null>(null);
  const loading = useRef<Promise<Review>>(null);

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

  return { review, start };
}

export type Citations = ReturnType<typeof useCitations>;

/** `ai`: the part that AI had in the text. Judges the citations of a post, keeps what was judged with each save, and asks before something doubtful is published. */
export function useCitations(post: string | null, stored: StoredCitations, ai: string) {
  const { review, start } = useReview(stored);
  const [question, setQuestion] = useState<Question | null>(null);
  const { say } = useMessages();

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

  const beside = useMemo(
    () => ({
      stored,
      review,
      start,
      isShown,
      /** Reads sources that were fetched meanwhile. */
      readAgain: async () => {
        if (post !== null) review?.setSources(await asStaff((client) => readSources(client, post)));
      },
    }),
    [stored, review, start, isShown, post],
  );

  return { beside, question, beforeSave };
}
