import { useRevalidator } from 'react-router-dom';
import { Notice } from './notice.tsx';

/** Beside an empty or not-found text: the data could not be read, and may be asked for again. */
export function ReadFailed() {
  const { revalidate, state } = useRevalidator();
  return (
    <Notice
      tone="error"
      title="Die Daten konnten nicht geladen werden."
      onRetry={() => void revalidate()}
      retrying={state !== 'idle'}
    >
      Bitte versuchen Sie es in einem Moment noch einmal.
    </Notice>
  );
}
