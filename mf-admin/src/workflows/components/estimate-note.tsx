import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Note } from '../../kit/part.tsx';
import { costText } from '../model/ai-cost.ts';
import type { Estimates } from '../model/workflow.ts';

interface EstimateNoteProps {
  readonly estimates: Promise<Result<Estimates>>;
  readonly of: 'web-search' | 'blog-ideas' | 'generate-article';
  /** What costs that much, where it is not the button above. */
  readonly subject?: string;
}

/** Before a call: what calls like it used. Nothing before the first. */
export const EstimateNote = ({ estimates, of, subject }: EstimateNoteProps) => (
  <Settled value={estimates} loading={null}>
    {(result) => {
      const estimate = result.ok ? result.data[of] : undefined;
      if (!estimate) return null;
      const { calls } = estimate;
      return (
        <Note>
          {subject ? `${subject}: about` : 'About'} {costText(estimate)}{' '}
          {calls === 1 ? '(as the last time)' : `(median of the last ${calls})`}
        </Note>
      );
    }}
  </Settled>
);
