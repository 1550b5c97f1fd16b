/**
 * Where a translation or an extension has changed the document, React does not hydrate it, but renders it anew: the
 * elements that a reader uses are gone. Others take their places here, and with them what was typed, unfolded, and
 * focused. See docs/hydration.md.
 */
import { type Field, isField, wasChanged } from './events.ts';

/** The element, or the one in its place; `null` where there is none. */
export type CounterpartOf = <Kind extends HTMLElement>(element: Kind) => Kind | null;

const USABLE = 'a, button, input, select, textarea, form, summary, details, [tabindex]';
const ATTRIBUTES = ['id', 'name', 'value', 'href', 'aria-label', 'placeholder', 'class'];
/** A card has its heading within these. */
const ANCESTORS = 5;

const featuresOf = (element: HTMLElement) => [
  ...ATTRIBUTES.map((name) => element.getAttribute(name)),
  element.textContent,
];

function ancestorTexts(element: HTMLElement): string[] {
  const texts: string[] = [];
  for (let at = element.parentElement; at && texts.length < ANCESTORS; at = at.parentElement)
    texts.push(at.textContent);
  return texts;
}

const countEqual = (some: readonly (string | null)[], others: readonly (string | null)[]) =>
  some.filter((one, index) => one && one === others[index]).length;

/** The most similar of the candidates; among equal ones the one in the same place. */
function mostSimilar<Kind extends HTMLElement>(element: Kind, place: number, candidates: readonly Kind[]): Kind | null {
  const [features, texts] = [featuresOf(element), ancestorTexts(element)];
  const scored = candidates.flatMap((candidate, index) => {
    const likeness = countEqual(features, featuresOf(candidate));
    if (likeness === 0 || candidate.getAttribute('type') !== element.getAttribute('type')) return [];
    return [
      {
        candidate,
        likeness,
        context: () => countEqual(texts, ancestorTexts(candidate)),
        away: Math.abs(index - place),
      },
    ];
  });
  const best = Math.max(...scored.map(({ likeness }) => likeness));
  const [found] = scored
    .filter(({ likeness }) => likeness === best)
    .map((one) => ({ ...one, context: one.context() }))
    .sort((one, other) => other.context - one.context || one.away - other.away);
  return found?.candidate ?? null;
}

function copyInput(from: Field, to: Field): void {
  if (from instanceof HTMLSelectElement) {
    for (const [index, option] of [...(to as HTMLSelectElement).options].entries())
      option.selected = from.options[index]?.selected ?? false;
  } else if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.type === 'file') {
    to.files = from.files;
  } else {
    if (from instanceof HTMLInputElement) (to as HTMLInputElement).checked = from.checked;
    to.value = from.value;
  }
}

function copyState(from: HTMLElement, to: HTMLElement): void {
  if (from instanceof HTMLDetailsElement) (to as HTMLDetailsElement).open = from.open;
  else if (isField(from) && wasChanged(from)) copyInput(from, to as Field);
}

function moveFocus(from: HTMLElement, to: HTMLElement): void {
  to.focus({ preventScroll: true });
  if (!(from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement) || from.selectionStart === null)
    return;
  (to as typeof from).setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
}

/** Until the signal aborts. */
export function followElements(container: HTMLElement, signal: AbortSignal): CounterpartOf {
  const before = [...container.querySelectorAll<HTMLElement>(USABLE)];
  const found = new Map<HTMLElement, HTMLElement>();

  function counterpartOf<Kind extends HTMLElement>(element: Kind): Kind | null {
    if (element.isConnected) return element;
    const earlier = found.get(element);
    if (earlier?.isConnected) return earlier as Kind;
    const place = before.filter(({ localName }) => localName === element.localName).indexOf(element);
    const candidates = [...container.querySelectorAll<Kind>(element.localName)];
    const counterpart = mostSimilar(element, place, candidates);
    if (counterpart) found.set(element, counterpart);
    return counterpart;
  }

  let focused = document.activeElement;
  const onFocus = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  const onBlur = ({ target }: FocusEvent) =>
    // A removed element loses its focus, too.
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null;
    });
  addEventListener('focusin', onFocus, { signal });
  addEventListener('focusout', onBlur, { signal });

  const withState = new Set(before.filter((one) => isField(one) || one instanceof HTMLDetailsElement));
  const observer = new MutationObserver(() => {
    for (const element of withState) {
      const counterpart = element.isConnected ? null : counterpartOf(element);
      if (!counterpart) continue;
      withState.delete(element);
      withState.add(counterpart);
      copyState(element, counterpart);
    }
    if (!(focused instanceof HTMLElement) || focused.isConnected) return;
    const counterpart = counterpartOf(focused);
    if (counterpart) moveFocus(focused, counterpart);
  });
  observer.observe(container, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  return counterpartOf;
}
