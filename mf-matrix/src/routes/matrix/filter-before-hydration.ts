import { fieldsOf } from '@ki/shared/contract/list-page.ts';
import { AXES, perAxis } from '../../model/axes.ts';
import { countLine, type Filter, type Filtered, isActive, type Part, searchIn } from '../../model/filter.ts';
import { afterPress, PARAMETER, readFilter, toggleValue } from '../../model/view.ts';

const partOf = (name: Part) => document.querySelector<HTMLElement>(`[data-part=${name}]`);

/** A write recalculates styles even when the value is the same. */
function hide(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

interface Shown extends Filtered {
  readonly card: HTMLElement;
}

/** The codes on a card have the order of the axes. */
function shownBy(card: HTMLElement): Shown {
  const codes = [...card.querySelectorAll('li')].map(({ textContent }) => textContent);
  const title = card.querySelector('a')?.textContent ?? '';
  return { card, title, ...perAxis(({ key }) => codes[AXES.findIndex((axis) => axis.key === key)] ?? '') };
}

/** The elements of a document with all workshops as cards; `null` for a page of a longer list. */
function wholeMatrix() {
  const [form, count, clear, empty] = [partOf('filters'), partOf('count'), partOf('clear'), partOf('empty')];
  const workshops = [...document.querySelectorAll<HTMLElement>('main article')].map(shownBy);
  const isWhole = count?.textContent === countLine(workshops.length, workshops.length);
  if (!(form instanceof HTMLFormElement && isWhole && clear && empty)) return null;
  const chips = form.querySelectorAll<HTMLButtonElement>(`[name=${PARAMETER.toggle}]`);
  return { form, count, clear, empty, chips, workshops };
}

/** Filters the document's cards until hydration. Returns a function that hands over to React. */
export function filterBeforeHydration(signal: AbortSignal): (() => void) | undefined {
  const page = wholeMatrix();
  if (!page) return undefined;
  const { form, count, clear, empty, chips, workshops } = page;
  const search = searchIn(workshops);
  /** The filter of the form; its chips are those that were rendered pressed. */
  const said = () => readFilter(fieldsOf(form));
  let filter = said();

  const show = (asked: Filter) => {
    filter = asked;
    const found = new Set(search(filter));
    const line = countLine(found.size, workshops.length);
    // Each write is announced by screen readers.
    if (count.textContent !== line) count.textContent = line;
    for (const workshop of workshops) hide(workshop.card, !found.has(workshop));
    hide(empty, found.size > 0);
    hide(clear, !isActive(filter));
    const pressed = AXES.flatMap(({ key }) => filter[key].map((code) => toggleValue(key, code)));
    for (const chip of chips) {
      const isPressed = String(pressed.includes(chip.value));
      if (chip.getAttribute('aria-pressed') !== isPressed) chip.setAttribute('aria-pressed', isPressed);
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) show(afterPress(filter, event.submitter.value));
  };

  const onInput = ({ target }: Event) => {
    if (target instanceof Node && form.contains(target)) show({ ...filter, text: said().text });
  };

  addEventListener('input', onInput, { capture: true, signal });
  form.addEventListener('submit', onSubmit, { signal });
  if (filter.text) show(filter);
  // React's fields are the state now, also where an event could not be replayed. Its list renders a little later.
  const handOver = () => {
    show(said());
    if (workshops.some(({ card }) => card.hidden && card.isConnected)) requestAnimationFrame(handOver);
  };
  return handOver;
}
