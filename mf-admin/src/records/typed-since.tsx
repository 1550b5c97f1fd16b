import { Notice } from '@ki/shared/ui/notice.tsx';

/** Whether the fields of a form hold something else than what was sent. */
export const isTypedSince = (sent: FormData, form: HTMLFormElement): boolean =>
  [...new FormData(form)].some(([name, value]) => sent.get(name) !== value);

/** Why a dialog stays open although its action is done. */
export const TypedSince = () => (
  <Notice tone="warning" title="It is done.">
    What you typed since is not part of it.
  </Notice>
);
