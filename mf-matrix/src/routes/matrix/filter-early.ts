import { fieldsOf } from '@ki/shared/ui/fields-of.ts';
import { AXES, perAxis } from '../../model/axes.ts';
import { countLine } from '../../model/count-line.ts';
import { type Filter, type Filtered, isActive, searchIn } from '../../model/filter.ts';
import type { Part } from '../../model/parts.ts';
import { afterPress, PARAMETER, readFilter, toggleValue } from '../../model/view.ts';

const partOf = (name: Part) => document.querySelector<HTMLElement>(`[data-part=${name}]`);

/** Browsers work out the styles of what is written, even if it is as before. */
function hide(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

interface Shown extends Filtered {
  readonly card: HTMLElement;
}

/** The workshop that a card shows: its codes stand in the order of the axes. */
function shownBy(card: HTMLElement): Shown {
  const codes = [...card.querySelectorAll('li')].map(({ textContent }) => textContent);
  const title = card.querySelector('a')?.textContent ?? '';
  return { card, title, ...perAxis(({ key }) => codes[AXES.findIndex((axis) => axis.key === key)] ?? '') };
}

/** The document with all workshops as cards; `null` for one without some, of which nobody can say whether they match. */
function wholeMatrix() {
  const [form, count, clear, empty] = [partOf('filters'), partOf('count'), partOf('clear'), partOf('empty')];
  const workshops = [...document.querySelectorAll<HTMLElement>('main article')].map(shownBy);
  const isWhole = count?.textContent === countLine(workshops.length, workshops.length);
  if (!(form instanceof HTMLFormElement && isWhole && clear && empty)) return null;
  const chips = form.querySelectorAll<HTMLButtonElement>(`[name=${PARAMETER.toggle}]`);
  return { form, count, clear, empty, chips, workshops };
}

/** Filters the cards of the document as React does once the page is alive. Returns what hands them over to it. */
export function filterEarly(signal: AbortSignal): (() => void) | undefined {
  const page = wholeMatrix();
  if (!page) return undefined;
  const { form, count, clear, empty, chips, workshops } = page;
  const search = searchIn(workshops);
  /** Of the chips, those that came pressed, or that React has pressed. */
  const said = () => readFilter(fieldsOf(form));
  let filter = said();

  const show = (asked: Filter) => {
    filter = asked;
    const found = new Set(search(filter));
    const line = countLine(found.size, workshops.length);
    // What is written is read out.
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
  // React's fields count now, also where it could not do again what was done here. Its list follows them a little later.
  const handOver = () => {
    show(said());
    if (workshops.some(({ card }) => card.hidden && card.isConnected)) requestAnimationFrame(handOver);
  };
  return handOver;
}
