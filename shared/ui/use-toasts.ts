import { useCallback, useState } from 'react';

export interface ToastAction {
  readonly label: string;
  /** Does it, and says what came of it, in the message's place. Never rejects. */
  readonly run: () => Promise<string>;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

export interface Toasts {
  readonly toasts: readonly Toast[];
  readonly show: (text: string, action?: ToastAction) => void;
  readonly dismiss: (id: number) => void;
}

/** Short messages of a page, to be given to one `ToastRegion`. */
export function useToasts(): Toasts {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: string, action?: ToastAction) => {
    // Only the newest three: older ones were read or are stale.
    setToasts((current) => [...current, { id: (current.at(-1)?.id ?? 0) + 1, text, action }].slice(-3));
  }, []);
  const dismiss = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  return { toasts, show, dismiss };
}
