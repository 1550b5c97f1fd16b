import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { ReloadButton } from './reload-button.tsx';
import type { Remedy } from './remedy.ts';

interface UnreachableNoticeProps {
  readonly remedy: Remedy;
  readonly onRetry: () => Promise<void> | void;
  /** What can still be done meanwhile. */
  readonly children: string;
}

/** Says that a part of the site could not be loaded, and offers to try again without a reload. */
export function UnreachableNotice({ remedy, onRetry, children }: UnreachableNoticeProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await onRetry();
    } catch (error) {
      console.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="error"
      title="Dieser Bereich ist gerade nicht erreichbar."
      onRetry={retry}
      retrying={busy}
      action={remedy === 'offer-reload' && <ReloadButton />}
    >
      {children}
    </Notice>
  );
}
