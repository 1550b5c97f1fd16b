import { DataError } from '@ki/shared/data/errors.ts';
import { useRevalidator } from 'react-router-dom';
import { openedOf, type Values } from '../../kinds/model/define-record.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { changesOf, discardDraft } from '../../versions/data/drafts.ts';
import { compare } from '../../versions/merge/compare.ts';
import { useMessages } from '../../versions/messages.tsx';
import type { FieldChange } from '../../versions/model/difference.ts';
import { continueFrom, type FormCore } from './form-core.ts';
import { KEEPS_FIELDS, nameOf } from './use-unsaved-input.ts';

async function open({ kind, editing, form, machine: { send }, unsaved, record }: FormCore): Promise<void> {
  if (!record || !send({ type: 'compare' })) return;
  const { began, base: version } = unsaved;
  const typed = { mine: form.getValues(), began, version, read: editing.source?.read };
  try {
    send({ type: 'compared', compared: await compare(kind, record.id, typed) });
  } catch (error) {
    console.error(error);
    const isGone = error instanceof DataError && error.code === 'not_found';
    send(isGone ? { type: 'failed', error: 'gone', refusal: null } : { type: 'comparison failed' });
  }
}

/** The other versions of a record: the stored one, that of somebody else, and the draft. */
export function useVersions(core: FormCore) {
  const { kind, form, machine, unsaved, record, values } = core;
  const { now, send } = machine;
  const { revalidate } = useRevalidator();
  const { offerUndo } = useMessages();

  /** Goes on with what a person has decided. */
  const use = (input: Values): void => {
    const { state } = now();
    if (state.name !== 'comparing') return;
    unsaved.setAside();
    send({ type: 'merged' });
    continueFrom(core, state.compared.stored, input);
  };

  return {
    merge: { open: (): void => void open(core), back: () => void send({ type: 'back' }), use },
    /** Reads the stored record again; the input is set aside and can be brought back. */
    reload: () => {
      unsaved.setAside();
      send({ type: 'leave' });
      // The version of somebody else was read before the input was restored: no other one remounts the form.
      if (unsaved.base !== (record ? openedOf(record).updatedAt : null)) {
        form.reset(values, KEEPS_FIELDS);
        send({ type: 'reset', record });
      }
      void revalidate();
    },
    discard: () => {
      unsaved.clear();
      send({ type: 'reset', record });
      form.reset(values, KEEPS_FIELDS);
    },
    changes: async (): Promise<readonly FieldChange[]> =>
      record?.draft ? changesOf(kind.fields, record.values, record.draft.values) : [],
    /** Deletes the stored draft, which can be restored. Unsaved input can be brought back. */
    discardDraft: async (): Promise<void> => {
      if (!record?.draft) return;
      const { id, updatedAt, values: stored } = record.draft;
      await asStaff((client) => discardDraft(client, record.id, updatedAt));
      offerUndo({ id, name: `The draft of ${nameOf(stored)}` });
      send({ type: 'leave' });
      if (form.formState.isDirty) unsaved.setAside();
      else unsaved.clear();
      await revalidate();
    },
  };
}
