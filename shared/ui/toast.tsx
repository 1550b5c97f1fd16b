import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { CloseIcon } from './icons.tsx';
import { color, elevation, layer, radius, space } from './theme.ts';

export interface ToastAction {
  readonly label: string;
  /** Returns the text that replaces the message. Never rejects. */
  readonly run: () => Promise<string>;
}

export interface Toast {
  readonly id: number;
  readonly text: ReactNode;
  readonly action?: ToastAction | undefined;
}

type Toasts = ReturnType<typeof useToasts>;

/** The messages of a page, shown by one `ToastRegion`. */
export function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: ReactNode, action?: ToastAction) => {
    setToasts((current) => [...current, { id: (current.at(-1)?.id ?? 0) + 1, text, action }].slice(-3));
  }, []);
  const dismiss = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  return { toasts, show, dismiss };
}

const SHOWN_MS = 10_000;
const OFFERED_MS = 20_000;

const Region = styled.div`
  position: fixed;
  inset-block-end: var(--toast-end, ${space[4]});
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
  /* Half the height of one line: the corners of several lines do not cut their text. */
  border-radius: 1.625rem;
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
  const message = useRef<HTMLDivElement>(null);
  // Not to the document's body, with which the place on the page is lost.
  const leave = () => {
    if (message.current?.contains(document.activeElement)) document.querySelector('h1')?.focus({ preventScroll: true });
  };
  const { text, action, busy, run } = useAction(toast, leave);
  const offer = useRef<HTMLButtonElement>(null);
  const isHeld = held.byFocus || held.byPointer;
  // A timer removes a message, but not under a pointer or the focus, nor during its action. A message that must not be
  // missed is a notice.
  useEffect(() => {
    if (isHeld || busy) return;
    const timer = setTimeout(() => dismiss(toast.id), action ? OFFERED_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, dismiss, isHeld, busy, action]);

  // By keyboard an action is too far away from where it is offered. Under a modal dialog it is not reachable.
  useEffect(() => offer.current?.focus({ preventScroll: true }), []);

  return (
    <Message
      ref={message}
      onFocus={() => setHeld((now) => ({ ...now, byFocus: true }))}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) =>
        setHeld((now) => ({ ...now, byFocus: currentTarget.contains(relatedTarget) }))
      }
      onPointerEnter={() => setHeld((now) => ({ ...now, byPointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, byPointer: false }))}
    >
      <span>{text}</span>
      {action && (
        <Action ref={offer} type="button" aria-disabled={busy} onClick={() => void run()}>
          {action.label}
        </Action>
      )}
      <Dismiss
        type="button"
        aria-label={dismissLabel}
        onClick={() => {
          leave();
          dismiss(toast.id);
        }}
      >
        <CloseIcon size={16} />
      </Dismiss>
    </Message>
  );
}

function useAction(toast: Toast, leave: () => void) {
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async () => {
    if (!toast.action || running.current) return;
    running.current = true;
    setBusy(true);
    const text = await toast.action.run();
    // Before the action's button disappears.
    leave();
    setDone(text);
    setBusy(false);
  };
  return { text: done ?? toast.text, action: done === null ? toast.action : undefined, busy, run };
}

export interface ToastRegionProps extends Pick<Toasts, 'toasts' | 'dismiss'> {
  readonly dismissLabel?: string;
}

/** Always rendered, as screen readers announce changes of an existing region only. */
export const ToastRegion = ({ toasts, dismiss, dismissLabel = 'Meldung schliessen' }: ToastRegionProps) => (
  <Region role="status" aria-live="polite" data-print="hide">
    {toasts.map((toast) => (
      <ToastMessage key={toast.id} toast={toast} dismiss={dismiss} dismissLabel={dismissLabel} />
    ))}
  </Region>
);
