import { Notice } from '@ki/shared/ui/notice.tsx';
import type { ReactNode } from 'react';

const MISSING_KEY = /^(PERPLEXITY_API_KEY|GEMINI_API_KEY) is not set$/;

/** Why a workflow failed, and what an operator can do when a key is missing. */
export function FailureNote({ error, action }: { readonly error: string | null; readonly action?: ReactNode }) {
  const [, key] = MISSING_KEY.exec(error ?? '') ?? [];
  return (
    <Notice tone="error" title={error ?? 'This workflow failed.'} action={action}>
      {key && (
        <>
          Set it where the platform is started, as in <code>{key}=… npm start</code>, or for a Supabase project with{' '}
          <code>supabase secrets set {key}=…</code>. Then try again.
        </>
      )}
    </Notice>
  );
}
