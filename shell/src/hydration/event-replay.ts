import type { CounterpartOf } from './counterparts.ts';
import type { EventRecorder } from './event-recorder.ts';
import { type Field, isField, isHydrated } from './events.ts';

const GIVE_UP_MS = 3_000;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** An idle callback runs when React has nothing to render. */
const whenIdle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? requestAnimationFrame)(resolve, { timeout: 500 }));

/** The heading of the content, or the part without code that has it. */
function lastHydrated(): Element | null {
  const heading = document.querySelector('h1');
  return heading?.closest('[data-html]:not([data-html=page])') ?? heading;
}

/** Resolves once React has hydrated an element or rendered another one in its place, with that; `null` if there is none. */
async function whenHydrated<Kind extends HTMLElement>(
  element: Kind,
  counterpartOf: CounterpartOf,
): Promise<Kind | null> {
  const until = performance.now() + GIVE_UP_MS;
  const current = () => (element === document.body ? lastHydrated() : counterpartOf(element));
  for (let judged = current(); judged && !isHydrated(judged) && performance.now() < until; judged = current())
    await nextFrame();
  return counterpartOf(element);
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

/** Dispatches the recorded events again, on the elements that are there now. */
export async function replayEvents(recorder: EventRecorder, counterpartOf: CounterpartOf): Promise<void> {
  const { events, changed, composing } = recorder;
  const hydrated = <Kind extends HTMLElement>(element: Kind) => whenHydrated(element, counterpartOf);

  function replayChange(field: Field): void {
    if (composing() === field) field.addEventListener('compositionend', () => dispatchChange(field), { once: true });
    else dispatchChange(field);
  }

  /** Events of meanwhile are recorded, too. */
  async function replayRecorded(): Promise<void> {
    for (let next = events.shift(); next; next = events.shift()) {
      if (!(await hydrated(next.on))) continue;
      // React marks an element while it renders; effects that listen run after the commit.
      await whenIdle();
      // It may have rendered the element anew in the end.
      const on = counterpartOf(next.on);
      if (!on) continue;
      // A handled key means that the page was live, and did not want the keys before it.
      if (next.isHandled && [next, ...events].some(({ isHandled }) => isHandled?.())) continue;
      recorder.replayed = on;
      next.replay(on, counterpartOf);
      recorder.replayed = null;
      // The next event may be about what this one renders.
      await whenIdle();
    }
  }

  const { activeElement } = document;
  if (isField(activeElement)) await hydrated(activeElement);
  // An event while React hydrates makes it hydrate the rest synchronously.
  if (changed.size > 0) await whenIdle();
  for (const field of changed) await hydrated(field);
  recorder.stopTyping();
  for (const field of changed) {
    const current = counterpartOf(field);
    if (current) replayChange(current);
  }
  await whenIdle();
  await replayRecorded();
  // The content is hydrated after the frame of the page: a press on it would be lost where it is rendered anew.
  await hydrated(document.body);
  await whenIdle();
  await replayRecorded();
  recorder.stop();
}
