import { useEffect } from 'react';
import styled from 'styled-components';
import { CloseIcon } from './icons.tsx';
import { color, elevation, layer, radius, space } from './theme.ts';
import type { Toast, Toasts } from './use-toasts.ts';

const SHOWN_MS = 7000;

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

function ToastMessage({ toast, dismiss }: { readonly toast: Toast; readonly dismiss: Toasts['dismiss'] }) {
  // The clock: a message leaves by itself. What must not be missed belongs in a notice.
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, dismiss]);

  return (
    <Message>
      <span>{toast.text}</span>
      <Dismiss type="button" aria-label="Meldung schliessen" onClick={() => dismiss(toast.id)}>
        <CloseIcon size={16} />
      </Dismiss>
    </Message>
  );
}

/** Where short messages appear. Always in the page, because only a region that is there already is read out. */
export function ToastRegion({ toasts, dismiss }: Pick<Toasts, 'toasts' | 'dismiss'>) {
  return (
    <Region role="status" aria-live="polite" data-print="hide">
      {toasts.map((toast) => (
        <ToastMessage key={toast.id} toast={toast} dismiss={dismiss} />
      ))}
    </Region>
  );
}
