import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { KeptInput } from './use-kept-input.ts';

export interface KeptNoticeProps {
  readonly kept: KeptInput;
  readonly onDiscard: () => void;
}

/** Says that the form holds, or could hold, what was typed before. */
export function KeptNotice({ kept, onDiscard }: KeptNoticeProps) {
  if (kept.restored) {
    return (
      <Notice
        action={
          <Button variant="secondary" size="small" onClick={onDiscard}>
            Discard
          </Button>
        }
      >
        Your unsaved input was restored.
      </Notice>
    );
  }
  if (!kept.hasAside) return null;
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" onClick={kept.bringBack}>
          Bring back my input
        </Button>
      }
    >
      This is the version that somebody else has saved. What you typed is kept.
    </Notice>
  );
}
