import type { CounterpartOf } from './counterparts.ts';
import { deferredTarget, type Field, isField, isHydrated, wasChanged } from './events.ts';

/** React hydrates synchronously for these events: a key would wait for the whole page. */
const TYPING = ['keydown', 'keypress', 'keyup', 'textInput', 'input', 'change', 'compositionstart', 'compositionend'];

/** Excludes keys in fields, browser shortcuts and presses. */
function isPageKey({ target, key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !(isField(target) || repeat || altKey || ctrlKey || metaKey || ['Enter', ' ', 'Tab'].includes(key));
}

interface RecordedEvent {
  readonly on: HTMLElement;
  readonly replay: (on: HTMLElement, counterpartOf: CounterpartOf) => void;
  /** A component that was hydrated before the rest may handle a key at once. */
  readonly isHandled?: () => boolean;
}

export type EventRecorder = ReturnType<typeof recordEvents>;
export type ReplayEvents = (recorder: EventRecorder) => Promise<void>;
/** The event of a hydrated page: its detail replays what was recorded. */
export type Hydrated = CustomEvent<ReplayEvents>;

/** Records clicks, keys and input until the page is hydrated; typed text stays visible in its field. */
export function recordEvents() {
  const events: RecordedEvent[] = [];
  const changed = new Set<Field>();
  let composing: EventTarget | null = null;

  function onClick(event: MouseEvent): void {
    const target = deferredTarget(event);
    if (!target || target === recorder.replayed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const last = events.at(-1);
    // A second click of a double click means the same.
    if (event.detail > 1 && last?.on === target) return;
    events.push({ on: target, replay: (on) => on.click() });
  }
  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted || !isPageKey(event)) return;
    // A dialog of the document is not modal yet: the browser closes it by no key.
    if (event.key === 'Escape') document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    const replay = (on: HTMLElement) => on.dispatchEvent(new KeyboardEvent('keydown', event));
    events.push({ on: event.target as HTMLElement, replay, isHandled: () => event.defaultPrevented });
  }
  /** The server takes forms by GET only: a POST form waits for its scripts. */
  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post' || form === recorder.replayed) return;
    event.preventDefault();
    if (events.some(({ on }) => on === form)) return;
    const { submitter } = event;
    events.push({
      on: form,
      replay: (on, counterpartOf) =>
        (on as HTMLFormElement).requestSubmit(submitter && counterpartOf(submitter as HTMLElement)),
    });
  }
  /** React must also handle a GET form that a pre-hydration script has handled. */
  function onHandled({ defaultPrevented, target, submitter }: SubmitEvent): void {
    const form = target as HTMLFormElement;
    if (!defaultPrevented || form.method === 'post' || isHydrated(form)) return;
    events.push({
      on: submitter ?? form,
      replay: (on) => (on instanceof HTMLFormElement ? on.requestSubmit() : on.click()),
    });
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

  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (wasChanged(field)) changed.add(field);
  }
  const [typing, all] = [new AbortController(), new AbortController()];
  const ofAll = { capture: true, signal: all.signal };
  const ofTyping = { capture: true, signal: typing.signal };
  addEventListener('click', onClick, ofAll);
  addEventListener('submit', onSubmit, ofAll);
  addEventListener('input', onChange, ofTyping);
  addEventListener('change', onChange, ofTyping);
  addEventListener('compositionend', onComposed, ofTyping);
  for (const type of TYPING) addEventListener(type, stop, ofTyping);
  addEventListener('keydown', onKey, ofAll);
  addEventListener('submit', onHandled, all);

  const recorder = {
    events,
    changed,
    /** The field with an unfinished IME composition, which a write would restart. */
    composing: () => composing,
    /** The element of the event that is dispatched again. */
    replayed: null as HTMLElement | null,
    stopTyping: () => typing.abort(),
    stop: () => all.abort(),
  };
  return recorder;
}
