import { Notice } from '@ki/shared/ui/notice.tsx';

/** Whether the fields of a form hold something else than what was sent. */
export function isTypedSince(sent: FormData, form: HTMLFormElement): boolean {
  const present = new FormData(form);
  // A box that is not ticked has no entry.
  return [...sent.keys(), ...present.keys()].some((name) => sent.get(name) !== present.get(name));
}

/** Why a dialog stays open although its action is done. */
export const TypedSince = () => (
  <Notice tone="warning" title="It is done.">
    What you typed since is not part of it.
  </Notice>
);
