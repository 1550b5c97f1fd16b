import { Notice } from '@ki/shared/ui/notice.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { failureText } from '../kit/use-operation.ts';

/** `announcement` tells screen readers each position; `failed` says that the list shows the stored order again. */
export const OrderMessages = ({
  announcement,
  failed,
  error,
}: {
  readonly announcement: string;
  readonly failed: boolean;
  readonly error: unknown;
}) => (
  <>
    <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    {failed && (
      <Notice tone="error" title="The new order could not be saved.">
        {failureText(error, '')} The move was undone.
      </Notice>
    )}
  </>
);
