import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { type ComponentProps, lazy, type RefObject, Suspense, useCallback, useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { PostValues } from '../files/model/post-record.ts';
import type { TextTarget } from '../text/model/text-target.ts';
import type { Judged } from './model/citations/citations.ts';
import type { Citations } from './use-citations.ts';

const Unloaded = () => (
  <Notice tone="warning" title="The citations cannot be checked.">
    Their check could not be loaded. What you typed is still in the form; reload the page to try again.
  </Notice>
);

const CitationsPanel = lazy(async () => {
  const module = await import(/* webpackChunkName: "admin-citations" */ './components/citations-panel.tsx').catch(
    console.error,
  );
  return { default: module ? module.CitationsPanel : Unloaded };
});

const ReasonDialog = lazy(async () => {
  const module = await import(/* webpackChunkName: "admin-citations" */ './components/reason-dialog.tsx');
  return { default: module.ReasonDialog };
});

/** A pause in typing, after which what changed is judged. */
const PAUSE_MS = 500;

interface CitationsBesideProps {
  readonly form: Pick<UseFormReturn<PostValues, unknown, PostValues>, 'control'>;
  readonly citations: Citations;
  readonly target: RefObject<(() => TextTarget | null) | null>;
}

/** Takes no room while a text cites nothing. `useWatch` here: typing renders this part, not the form. */
export function CitationsBeside({ form, citations, target }: CitationsBesideProps) {
  const { review, start, isShown, stored, readAgain } = citations;
  const text = useWatch({ control: form.control, name: 'content' });
  const shown = isShown(text);
  // The network.
  useEffect(() => {
    if (shown) void start().catch(console.error);
  }, [shown, start]);
  // The judge, which works beside React.
  useEffect(() => {
    if (!shown || !review) return;
    const judge = () => review.setText(text);
    if (review.state().citations.length === 0) judge();
    const timer = setTimeout(judge, PAUSE_MS);
    return () => clearTimeout(timer);
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

type QuestionProps = Pick<Citations, 'question' | 'stored'>;

/** The dialog of a publication that waits for its reason. */
export function CitationsQuestion({ question, stored }: QuestionProps) {
  if (!question) return null;
  const props: ComponentProps<typeof ReasonDialog> = {
    citations: question.citations,
    before: stored.reason,
    onAnswer: question.answer,
  };
  return (
    <Suspense>
      <ReasonDialog {...props} />
    </Suspense>
  );
}
