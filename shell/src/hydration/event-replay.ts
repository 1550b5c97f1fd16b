import { deferredTarget } from './events.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const GIVE_UP_MS = 3_000;

/** React hydrates synchronously for these events: a key would wait for the whole page. */
const TYPING = ['keydown', 'keypress', 'keyup', 'textInput', 'input', 'change', 'compositionstart', 'compositionend'];

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

function wasChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findLastIndex((one) => one.defaultSelected),
      )
    );
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.type !== 'hidden' && field.value !== field.defaultValue;
}

/** React stores its own property on hydrated elements. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** An idle callback runs when React has nothing to render. */
const whenIdle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? requestAnimationFrame)(resolve, { timeout: 500 }));

/** Resolves once React has hydrated an element; to `false` if it was removed. */
async function whenHydrated(element: HTMLElement): Promise<boolean> {
  const until = performance.now() + GIVE_UP_MS;
  const judged = element === document.body ? (document.querySelector<HTMLElement>('h1') ?? element) : element;
  while (judged.isConnected && !isHydrated(judged) && performance.now() < until) await nextFrame();
  return element.isConnected;
}

/** React ignores a value that it found in the field, so that the field is empty for a moment. */
function dispatchChange(field: Field): void {
  if (field instanceof HTMLSelectElement || field.type === 'checkbox' || field.type === 'radio') {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  const prototype = Object.getPrototypeOf(field) as object;
  const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  field.value = '';
  setter?.call(field, value);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Excludes keys in fields, browser shortcuts and presses. */
function isPageKey({ target, key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !(isField(target) || repeat || altKey || ctrlKey || metaKey || ['Enter', ' ', 'Tab'].includes(key));
}

interface Recorded {
  readonly on: HTMLElement;
  readonly replay: () => void;
  /** A component that was hydrated before the rest may handle a key at once. */
  readonly isHandled?: () => boolean;
}

/** Records clicks, keys and input until the page is hydrated; typed text stays visible in its field. */
export function createEventReplay() {
  const recorded: Recorded[] = [];
  const changed = new Set<Field>();
  /** A write would restart an IME composition. */
  let composing: EventTarget | null = null;

  function onClick(event: MouseEvent): void {
    const target = deferredTarget(event);
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const last = recorded.at(-1);
    // A second click of a double click means the same.
    if (event.detail > 1 && last?.on === target) return;
    recorded.push({ on: target, replay: () => target.click() });
  }
  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted || !isPageKey(event)) return;
    // A dialog of the document is not modal yet: the browser closes it by no key.
    if (event.key === 'Escape') document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    const on = event.target as HTMLElement;
    const replay = () => on.dispatchEvent(new KeyboardEvent('keydown', event));
    recorded.push({ on, replay, isHandled: () => event.defaultPrevented });
  }
  /** The server takes forms by GET only: a POST form waits for its scripts. */
  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post') return;
    event.preventDefault();
    if (recorded.some(({ on }) => on === form)) return;
    recorded.push({ on: form, replay: () => form.requestSubmit(event.submitter) });
  }
  /** React must also handle a GET form that a pre-hydration script has handled. */
  function onHandled({ defaultPrevented, target, submitter }: SubmitEvent): void {
    const form = target as HTMLFormElement;
    if (!defaultPrevented || form.method === 'post' || isHydrated(form)) return;
    const on = submitter ?? form;
    recorded.push({ on, replay: () => (submitter ? submitter.click() : form.requestSubmit()) });
  }
  const onChange = (event: Event) => {
    const { target } = event;
    if (isField(target)) changed.add(target);
    composing = (event as InputEvent).isComposing ? target : null;
  };
  const onComposed = () => {
    composing = null;
  };
  /** The field has the text already, so React must not see the event. */
  const stop = (event: Event) => {
    if (event.isTrusted && isField(event.target)) event.stopPropagation();
  };
  const replayChange = (field: Field) => {
    if (composing === field) field.addEventListener('compositionend', () => dispatchChange(field), { once: true });
    else dispatchChange(field);
  };

  /** Keys that are pressed meanwhile are recorded, too. */
  async function replayRecorded(): Promise<void> {
    for (let next = recorded.shift(); next; next = recorded.shift()) {
      if (!(await whenHydrated(next.on))) continue;
      // React marks an element while it renders; effects that listen run after the commit.
      await whenIdle();
      // A handled key means that the page was live, and did not want the keys before it.
      if (next.isHandled && [next, ...recorded].some(({ isHandled }) => isHandled?.())) continue;
      next.replay();
      // The next event may be about what this one renders.
      await whenIdle();
    }
  }

  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (wasChanged(field)) changed.add(field);
  }
  const [presses, typing, keys] = [new AbortController(), new AbortController(), new AbortController()];
  const ofPresses = { capture: true, signal: presses.signal };
  const ofTyping = { capture: true, signal: typing.signal };
  addEventListener('click', onClick, ofPresses);
  addEventListener('submit', onSubmit, ofPresses);
  addEventListener('input', onChange, ofTyping);
  addEventListener('change', onChange, ofTyping);
  addEventListener('compositionend', onComposed, ofTyping);
  for (const type of TYPING) addEventListener(type, stop, ofTyping);
  addEventListener('keydown', onKey, { capture: true, signal: keys.signal });
  addEventListener('submit', onHandled, keys);

  return {
    hasInput: changed.size > 0,
    async replay(): Promise<void> {
      presses.abort();
      if (isField(document.activeElement)) await whenHydrated(document.activeElement);
      // An event while React hydrates makes it hydrate the rest synchronously.
      if (changed.size > 0) await whenIdle();
      for (const field of changed) await whenHydrated(field);
      typing.abort();
      for (const field of changed) if (field.isConnected) replayChange(field);
      await whenIdle();
      await replayRecorded();
      // The content, whose components listen for keys, is hydrated after the frame of the page.
      await whenHydrated(document.body);
      await whenIdle();
      await replayRecorded();
      keys.abort();
    },
  };
}
