import { type FocusEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { CloseIcon } from './icons.tsx';
import { color, elevation, layer, radius, space } from './theme.ts';
import type { Toast, Toasts } from './use-toasts.ts';

const SHOWN_MS = 7000;
/** Who is offered something needs time to read, decide and get there. */
const OFFERED_MS = 20_000;

const Region = styled.div`
  position: fixed;
  inset-block-end: ${space[4]};
  inset-inline: ${space[4]};
  z-index: ${layer.toast};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[2]};
  pointer-events: none;
`;

const Message = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[3]};
  max-inline-size: 36rem;
  padding: ${space[2]} ${space[2]} ${space[2]} ${space[5]};
  border-radius: ${radius.round};
  background: ${color.text};
  color: ${color.ground};
  box-shadow: ${elevation.floating};
  pointer-events: auto;
`;

const Dismiss = styled.button`
  flex: none;
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border: 0;
  border-radius: ${radius.round};
  background: none;

  &:focus-visible {
    outline-color: currentColor;
    outline-offset: -0.25rem;
  }
`;

const Action = styled.button`
  flex: none;
  min-block-size: 2.25rem;
  padding-inline: ${space[3]};
  border: 1px solid currentColor;
  border-radius: ${radius.round};
  background: none;
  font-weight: 600;

  &:focus-visible {
    outline-color: currentColor;
  }
`;

interface ToastMessageProps {
  readonly toast: Toast;
  readonly dismiss: Toasts['dismiss'];
  readonly dismissLabel: string;
}

function ToastMessage({ toast, dismiss, dismissLabel }: ToastMessageProps) {
  const [held, setHeld] = useState({ byFocus: false, byPointer: false });
  const { text, action, busy, run } = useAction(toast);
  const close = useRef<HTMLButtonElement>(null);
  const isHeld = held.byFocus || held.byPointer;
  // The clock: a message leaves by itself, but not from under a pointer or the focus, nor while its action runs.
  // What must not be missed belongs in a notice.
  useEffect(() => {
    if (isHeld || busy) return;
    const timer = setTimeout(() => dismiss(toast.id), action ? OFFERED_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, dismiss, isHeld, busy, action]);

  return (
    <Message
      onFocus={() => setHeld((now) => ({ ...now, byFocus: true }))}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) =>
        setHeld((now) => ({ ...now, byFocus: currentTarget.contains(relatedTarget) }))
      }
      onPointerEnter={() => setHeld((now) => ({ ...now, byPointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, byPointer: false }))}
    >
      <span>{text}</span>
      {action && (
        <Action
          type="button"
          aria-disabled={busy}
          onClick={() => {
            // The button goes when it is done: who pressed it stays in the message.
            close.current?.focus();
            void run();
          }}
        >
          {action.label}
        </Action>
      )}
      <Dismiss ref={close} type="button" aria-label={dismissLabel} onClick={() => dismiss(toast.id)}>
        <CloseIcon size={16} />
      </Dismiss>
    </Message>
  );
}

/** What a message says and offers: once its action is done, only what came of that. */
function useAction(toast: Toast) {
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async () => {
    if (!toast.action || running.current) return;
    running.current = true;
    setBusy(true);
    setDone(await toast.action.run());
    setBusy(false);
  };
  return { text: done ?? toast.text, action: done === null ? toast.action : undefined, busy, run };
}

export interface ToastRegionProps extends Pick<Toasts, 'toasts' | 'dismiss'> {
  readonly dismissLabel?: string;
}

/** Where short messages appear. Always in the page, because only a region that is there already is read out. */
export function ToastRegion({ toasts, dismiss, dismissLabel = 'Meldung schliessen' }: ToastRegionProps) {
  return (
    <Region role="status" aria-live="polite" data-print="hide">
      {toasts.map((toast) => (
        <ToastMessage key={toast.id} toast={toast} dismiss={dismiss} dismissLabel={dismissLabel} />
      ))}
    </Region>
  );
}
