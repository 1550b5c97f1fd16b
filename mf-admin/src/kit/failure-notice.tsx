import { DataError } from '@ki/shared/data/errors.ts';
import { Notice } from '@ki/shared/ui/notice.tsx';

interface FailureNoticeProps {
  readonly error: unknown;
  readonly text: string;
}

/** The text of a failed operation, and the reason if the browser got no answer. */
export const FailureNotice = ({ error, text }: FailureNoticeProps) =>
  error instanceof DataError && error.hint === 'no_answer' ? (
    <Notice tone="error" title={text}>
      {error.message}
    </Notice>
  ) : (
    <Notice tone="error">{text}</Notice>
  );
