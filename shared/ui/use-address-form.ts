import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fieldsOf } from './fields-of.ts';

/** Typing is written into the address when it pauses: browsers refuse pages that write their history too often. */
const PAUSE_MS = 200;

interface AddressFormOptions {
  /** What the address says, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>;
  /** The address that asks for what the fields say. */
  readonly addressOf: (fields: URLSearchParams) => string;
  /** Typing changes the entry of the history that it began in; without this it makes one of its own. */
  readonly replaces?: boolean;
}

/**
 * Keeps a form and the address in step. What is typed in one go is one entry of the history, each choice is one; Back,
 * links and other forms change the fields. The fields are the document's own (give them a `defaultValue`), so that they
 * keep what is typed before the scripts are there; until then the form is one that is sent. See docs/decisions/0031.
 */
export function useAddressForm({ values, addressOf, replaces }: AddressFormOptions) {
  const ref = useRef<HTMLFormElement>(null);
  /** `asked` is where the form is or has asked to go, `pending` is all that it has asked for and that is not here yet. */
  const own = useRef({ asked: '', pending: new Set<string>(), typing: false, timer: 0, key: '' });
  const [typed, setTyped] = useState<URLSearchParams | null>(null);
  const navigate = useNavigate();
  const { key } = useLocation();

  function send(address: string, typing: boolean): void {
    const changes = own.current;
    // Not asked of the location: on a busy machine it is rendered later than the next letter is typed.
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

  // The fields are the document's. Before the browser paints, so that nobody sees them beside another address.
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
    // Somebody may have been quicker than the scripts.
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
    /** What the fields say while somebody types, ahead of the address. */
    typed,
    /** Writes what was typed into the address now. */
    settle,
  };
}
