import { waitingTarget } from './browser-clicks.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const GIVEN_UP_MS = 3_000;

/** For these, React takes over at once and in one piece what they happen in: a key would wait for all of the page. */
const TYPING = ['keydown', 'keypress', 'keyup', 'textInput', 'input', 'change', 'compositionstart', 'compositionend'];

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** It is no longer as the document has it. */
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

/** React marks what it has taken over. */
const isAdopted = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves once React has nothing to draw, as far as browsers say. */
const whenIdle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? requestAnimationFrame)(resolve, { timeout: 500 }));

/** Resolves once React has taken an element over, for the whole page its heading; to `false` if it is gone by then. */
async function isThere(element: HTMLElement): Promise<boolean> {
  const until = performance.now() + GIVEN_UP_MS;
  const judged = element === document.body ? (document.querySelector<HTMLElement>('h1') ?? element) : element;
  while (judged.isConnected && !isAdopted(judged) && performance.now() < until) await nextFrame();
  return element.isConnected;
}

/** Tells of a text by an event: React takes it for old, as it found it in the field, unless it was another before. */
function tell(field: Field): void {
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

/** A key that may mean something to the page, and nothing to the browser: not in a field, no shortcut, no press. */
function isForPage({ target, key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !(isField(target) || repeat || altKey || ctrlKey || metaKey || ['Enter', ' ', 'Tab'].includes(key));
}

/** Something done that waits for the page. */
interface Use {
  readonly on: HTMLElement;
  readonly kind: string;
  readonly replay: () => void;
}

/** Keeps clicks, keys and typed text that the page cannot answer yet; the document shows the text meanwhile. */
export function createKeptUse() {
  const uses: Use[] = [];
  const changed = new Set<Field>();
  /** Where a keyboard is putting a word together, as those of phones do with each: to write there would begin it anew. */
  let composing: EventTarget | null = null;

  function onClick(event: MouseEvent): void {
    const target = waitingTarget(event);
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const last = uses.at(-1);
    // Whoever clicks twice because nothing happened means it once.
    if (event.detail > 1 && last?.kind === 'click' && last.on === target) return;
    uses.push({ on: target, kind: 'click', replay: () => target.click() });
  }
  function onKey(event: KeyboardEvent): void {
    if (!isForPage(event) || !(event.target instanceof HTMLElement)) return;
    const on = event.target;
    uses.push({ on, kind: 'key', replay: () => on.dispatchEvent(new KeyboardEvent('keydown', event)) });
  }
  /** Only the page's scripts can send it: servers take no form but by its address. */
  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post') return;
    event.preventDefault();
    if (uses.some(({ on, kind }) => kind === 'submit' && on === form)) return;
    uses.push({ on: form, kind: 'submit', replay: () => form.requestSubmit(event.submitter) });
  }
  /** What an early script answered by preventing the default: React does not know of it yet. */
  function onAnswered({ defaultPrevented, target, submitter }: SubmitEvent): void {
    const form = target as HTMLFormElement;
    if (!defaultPrevented || form.method === 'post' || isAdopted(form)) return;
    const on = submitter ?? form;
    uses.push({ on, kind: 'submit', replay: () => (submitter ? submitter.click() : form.requestSubmit()) });
  }
  const onChange = (event: Event) => {
    const { target } = event;
    if (isField(target)) changed.add(target);
    composing = (event as InputEvent).isComposing ? target : null;
  };
  const onComposed = () => {
    composing = null;
  };
  /** What is typed is in its field, of which React is told afterwards. */
  const holdBack = (event: Event) => {
    if (event.isTrusted && isField(event.target)) event.stopPropagation();
  };
  const tellInTime = (field: Field) => {
    if (composing === field) field.addEventListener('compositionend', () => tell(field), { once: true });
    else tell(field);
  };

  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (wasChanged(field)) changed.add(field);
  }
  addEventListener('click', onClick, true);
  addEventListener('keydown', onKey, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('submit', onAnswered);
  addEventListener('input', onChange, true);
  addEventListener('change', onChange, true);
  addEventListener('compositionend', onComposed, true);
  for (const type of TYPING) addEventListener(type, holdBack, true);

  return {
    /** Somebody typed before this script was there. */
    wasUsed: changed.size > 0,
    /** Hands everything to the page, which is alive now, one after the other. */
    async replay(): Promise<void> {
      removeEventListener('click', onClick, true);
      removeEventListener('keydown', onKey, true);
      removeEventListener('submit', onSubmit, true);
      if (isField(document.activeElement)) await isThere(document.activeElement);
      // Told in the midst of taking over, React would do all the rest of it in one piece.
      if (changed.size > 0) await whenIdle();
      for (const field of changed) await isThere(field);
      for (const type of TYPING) removeEventListener(type, holdBack, true);
      removeEventListener('input', onChange, true);
      removeEventListener('change', onChange, true);
      for (const field of changed) if (field.isConnected) tellInTime(field);
      removeEventListener('compositionend', onComposed, true);
      await whenIdle();
      for (const { on, replay } of uses) {
        if (!(await isThere(on))) continue;
        replay();
        // What it changed is there before the next, which may be about that.
        await whenIdle();
      }
      removeEventListener('submit', onAnswered);
    },
  };
}
