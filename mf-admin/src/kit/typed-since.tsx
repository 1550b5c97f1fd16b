import { Notice } from '@ki/shared/ui/notice.tsx';

/** Whether the fields of a form hold something else than what was sent. */
export function isTypedSince(sent: FormData, form: HTMLFormElement): boolean {
  const present = new FormData(form);
  if ([...present].some(([name, value]) => sent.get(name) !== value)) return true;
  // A box that is not ticked has no entry; neither has a control that is gone, which nobody has changed.
  return [...sent.keys()].some((name) => !present.has(name) && form.elements.namedItem(name) !== null);
}

/** Why a dialog stays open although its action is done. */
export const TypedSince = () => (
  <Notice tone="warning" title="It is done.">
    What you typed since is not part of it.
  </Notice>
);
