export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: unknown): target is Control =>
  typeof target === 'object' && target !== null && 'validity' in target && 'value' in target;

/** The parts of a control that say what is wrong. */
export interface ControlState
  extends Pick<Control, 'type' | 'value' | 'title' | 'validationMessage'>,
    Partial<Pick<HTMLInputElement, 'defaultValue' | 'min' | 'max' | 'step' | 'minLength'>> {
  readonly validity: Partial<ValidityState>;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  'datetime-local': 'Complete the date and the time; the day must exist',
  date: 'Complete the date; the day must exist',
  time: 'Complete the time',
  number: 'Enter a number',
};

const [LEAST_YEAR, MOST_YEAR] = [1800, 2200];
const YEAR = `The year has four digits, from ${LEAST_YEAR} to ${MOST_YEAR}`;
const WHOLE = 'Enter a whole number';

function yearProblem({ value }: ControlState): string | null {
  if (value === '') return null;
  const [year = ''] = value.split('-');
  return year.length === 4 && Number(year) >= LEAST_YEAR && Number(year) <= MOST_YEAR ? null : YEAR;
}

function boundsProblem({ validity, min, max, step = '', value }: ControlState): string | null {
  if (validity.rangeUnderflow) return `Enter at least ${min}`;
  if (validity.rangeOverflow) return `Enter at most ${max}`;
  if (step !== '' && step !== '1') return validity.stepMismatch ? `Enter a multiple of ${step}` : null;
  return /^[-+]?\d*$/.test(value) ? null : WHOLE;
}

/**
 * Why the text of a control is no value: half a date, letters in a number, a number out of bounds. Null for what can be
 * read. A date that nobody has touched since `before` is right in any year, as imported ones are.
 */
export function unreadableOf(control: ControlState, before: unknown): string | null {
  const { type, validity, value } = control;
  if (validity.badInput) return UNREADABLE[type] ?? 'This cannot be read';
  if (value === before) return null;
  if (type === 'number') return boundsProblem(control);
  return type === 'datetime-local' || type === 'date' ? yearProblem(control) : null;
}

const KINDS: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address',
  url: 'Enter an address that begins with https://',
};

/** The problem of a control, in words; null where there is none. */
export function problemOf(control: ControlState): string | null {
  const { type, validity } = control;
  const unreadable = unreadableOf(control, control.defaultValue);
  if (unreadable !== null || validity.valid) return unreadable;
  if (validity.valueMissing) return 'Fill in this field';
  if (validity.tooShort) return `Enter at least ${control.minLength} characters`;
  if (validity.typeMismatch) return KINDS[type] ?? control.validationMessage;
  return control.title || control.validationMessage;
}

const wrongIn = ({ elements }: HTMLFormElement): readonly Control[] =>
  [...elements].filter(isControl).filter((control) => control.willValidate && problemOf(control) !== null);

/** Whether nothing is wrong in a form. Else each wrong field says what it needs, and the first one has the focus. */
export function allReadable(form: HTMLFormElement): boolean {
  const wrong = wrongIn(form);
  for (const control of wrong) control.dispatchEvent(new Event('invalid', { cancelable: true }));
  return wrong.length === 0;
}

export const isFirstWrong = (control: Control): boolean =>
  control.form === null || wrongIn(control.form)[0] === control;
