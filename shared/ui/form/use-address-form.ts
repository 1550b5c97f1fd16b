import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fieldsOf } from '../../contract/list-page.ts';

/** Typing updates the address after a pause, as browsers limit history changes. */
const PAUSE_MS = 200;

interface AddressFormOptions {
  readonly values: Readonly<Record<string, string>>;
  readonly addressOf: (fields: URLSearchParams) => string;
  /** Typing replaces the current history entry instead of adding one. */
  readonly replaces?: boolean;
}

/**
 * Synchronizes a form with the address: typing in one go is one history entry, each choice is one; Back and links
 * update the fields. Fields are uncontrolled (`defaultValue`), so that they keep input from before hydration. See
 * docs/decisions/0031.
 */
export function useAddressForm({ values, addressOf, replaces }: AddressFormOptions) {
  const ref = useRef<HTMLFormElement>(null);
  /** `asked` is the last requested address, `pending` all requested addresses that have not arrived. */
  const own = useRef({ asked: '', pending: new Set<string>(), typing: false, timer: 0, key: '' });
  const [typed, setTyped] = useState<URLSearchParams | null>(null);
  const navigate = useNavigate();
  const { key } = useLocation();

  function send(address: string, typing: boolean): void {
    const changes = own.current;
    // The rendered location may lag behind fast typing.
    const replace = typing && (replaces || changes.typing);
    void navigate(address, { replace, preventScrollReset: true });
    changes.pending.add(address);
    changes.asked = address;
    changes.typing = typing;
  }

  function settle(): void {
    if (!ref.current) return;
    const { asked, pending } = own.current;
    const address = addressOf(fieldsOf(ref.current));
    if (address !== asked) send(address, true);
    else if (pending.size === 0) setTyped(null);
  }

  // The document's fields, updated before the paint.
  useLayoutEffect(() => {
    const changes = own.current;
    const form = ref.current;
    if (!form || changes.key === key) return;
    const isFirst = changes.key === '';
    changes.key = key;
    const here = addressOf(new URLSearchParams(values));
    const isOwn = changes.pending.has(here);
    if (!isOwn || here === changes.asked) changes.pending.clear();
    if (isOwn) return;
    window.clearTimeout(changes.timer);
    changes.asked = here;
    changes.typing = false;
    // Input from before hydration.
    if (isFirst) return settle();
    setTyped(null);
    for (const [name, value] of Object.entries(values)) {
      const control = form.elements.namedItem(name);
      if (control && 'value' in control) control.value = value;
    }
  });

  function onChange({ target, currentTarget }: ChangeEvent<HTMLFormElement>): void {
    const fields = fieldsOf(currentTarget);
    window.clearTimeout(own.current.timer);
    if ((target as unknown) instanceof HTMLInputElement) {
      setTyped(fields);
      own.current.timer = window.setTimeout(settle, PAUSE_MS);
    } else send(addressOf(fields), false);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    settle();
    own.current.typing = false;
  }

  return {
    form: { ref, onChange, onSubmit },
    /** The fields during typing, ahead of the address. */
    typed,
    settle,
  };
}
