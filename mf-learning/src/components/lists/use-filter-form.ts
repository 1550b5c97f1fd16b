import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { addressOf, FILTER_NAMES, filtersOf, type ListFilters } from '../../model/list-filters.ts';

const PAUSE_MS = 200;

/** Which of the form's own changes an entry of the history came from. */
interface OwnChange {
  readonly form: string;
  readonly number: number;
}

function askedBy(form: HTMLFormElement): ListFilters {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return filtersOf(new URLSearchParams(fields));
}

const isSame = (one: ListFilters, other: ListFilters) => addressOf(one) === addressOf(other);

function show(form: HTMLFormElement, filters: ListFilters): void {
  for (const [filter, name] of Object.entries(FILTER_NAMES)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value = filters[filter as keyof ListFilters];
    }
  }
}

/**
 * Keeps a form of filters and the address in step. What is typed in one go is one entry of the history, each choice is
 * one; Back, links and 'Clear filters' change the form.
 */
export function useFilterForm(action: string, filters: ListFilters) {
  const ref = useRef<HTMLFormElement>(null);
  const own = useRef({ form: '', sent: 0, landed: 0, typing: false, timer: 0, started: false });
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const cause = (state as { filters?: OwnChange } | null)?.filters;

  function send(typing: boolean): void {
    const changes = own.current;
    window.clearTimeout(changes.timer);
    if (!ref.current) return;
    changes.form ||= crypto.randomUUID();
    changes.sent += 1;
    navigate(action + addressOf(askedBy(ref.current)), {
      // Not asked of the location: on a busy machine it is rendered later than the next letter is typed.
      replace: typing && changes.typing,
      preventScrollReset: true,
      state: { filters: { form: changes.form, number: changes.sent } satisfies OwnChange },
    });
    changes.typing = typing;
  }

  // The fields of the document keep what is being typed; only changes of the address from elsewhere overwrite them.
  useEffect(() => {
    const changes = own.current;
    if (!changes.started) {
      changes.started = true;
      // Somebody was quicker than the scripts.
      if (ref.current && !isSame(askedBy(ref.current), filters)) send(true);
      return;
    }
    const isOwn = cause !== undefined && cause.form === changes.form && cause.number > changes.landed;
    if (isOwn) {
      changes.landed = cause.number;
      return;
    }
    window.clearTimeout(changes.timer);
    changes.typing = false;
    if (ref.current) show(ref.current, filters);
  }, [key, cause, filters]);

  function onChange({ target }: ChangeEvent<HTMLFormElement>): void {
    const isText = (target as unknown) instanceof HTMLInputElement;
    window.clearTimeout(own.current.timer);
    if (isText) own.current.timer = window.setTimeout(() => send(true), PAUSE_MS);
    else send(false);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isSame(askedBy(event.currentTarget), filters)) send(true);
    own.current.typing = false;
  }

  return { ref, onChange, onSubmit };
}
