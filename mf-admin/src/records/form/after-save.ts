import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { asStaff } from '../data/as-staff.ts';
import { readWithDraft } from '../data/drafts.ts';
import { type AnyRecordKind, type Editable, openedOf, type ValuesOf } from '../model/define-record.ts';
import { useMessages } from '../undo/messages.ts';
import type { Editing, FormKind } from './editing.ts';

interface Options<Kind extends AnyRecordKind> extends Pick<Editing<Kind>, 'next'> {
  readonly kind: Kind & FormKind<ValuesOf<Kind>>;
  readonly form: UseFormReturn<ValuesOf<Kind>, unknown, ValuesOf<Kind>>;
  /** The form was saved or left: its last changes are not stored. */
  readonly done: RefObject<boolean>;
  /** Removes the unsaved input. */
  readonly clear: () => void;
  readonly continueFrom: (version: Editable<Kind>, input: ValuesOf<Kind>) => void;
  readonly onFresh: (values: ValuesOf<Kind>) => void;
}

/** What a form does after a save: it leaves, stays with the stored version, or begins anew. */
export function useAfterSave<Kind extends AnyRecordKind>(options: Options<Kind>) {
  type Values = ValuesOf<Kind>;
  const { kind, form, next, done, clear, continueFrom, onFresh } = options;
  const [restarts, setRestarts] = useState(0);
  const navigate = useNavigate();
  const { say } = useMessages();

  /** The form stays, with the stored version and what was typed since `submitted`. */
  const stay = async (id: string, submitted: Values, show: () => Promise<string>) => {
    const version = await asStaff((client) => readWithDraft(client, kind, id)).catch(console.error);
    const message = await show();
    if (version) {
      const typed = Object.entries(form.getValues());
      const since = typed.filter(([name, value]) => value !== submitted[name as keyof Values]);
      clear();
      // The effects run, too, so that a navigation right after the message asks nothing.
      flushSync(() => continueFrom(version, { ...openedOf(version).values, ...Object.fromEntries(since) }));
    }
    say(message, []);
    // Renders the frame of the page, too. The loader reads, or says why it cannot, what could not be read here.
    void navigate(next.address, { replace: true, preventScrollReset: true, defaultShouldRevalidate: !version });
  };

  const leave = (address = next.address) => {
    done.current = true;
    clear();
    void navigate(address, { state: next.state });
  };

  const restart = (output: Values) => {
    const kept = kind.kept.map((name) => [name, output[name as keyof Values]]);
    const values: Values = { ...kind.initial, ...Object.fromEntries(kept) };
    // A reset is no input, which would be kept.
    done.current = true;
    clear();
    form.reset(values);
    done.current = false;
    onFresh(values);
    setRestarts((count) => count + 1);
  };

  return { stay, leave, restart, restarts };
}
