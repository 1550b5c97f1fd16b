import { useAddressForm } from '@ki/shared/ui/form/use-address-form.ts';
import { useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Axes, Axis } from '../model/axes.ts';
import { type Filter, knownOnly, NO_FILTER, toggled } from '../model/filter.ts';
import { addressOf, PARAMETER, readView, type View, withFilter } from '../model/view.ts';

export type ViewControl = ReturnType<typeof useView>;

export function useView(axes: Axes) {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const stored = useMemo(() => readKnownView(search, axes), [search, axes]);
  const withFields = (fields: URLSearchParams) =>
    withFilter(stored, { ...stored.filter, text: fields.get(PARAMETER.text) ?? '' });
  const { form, typed, settle } = useAddressForm({
    values: { [PARAMETER.text]: stored.filter.text },
    addressOf: (fields) => addressOf(withFields(fields)),
  });
  const view = useMemo(() => (typed ? withFields(typed) : stored), [stored, typed]);

  /** The last choice until the address has it, as the next chip may be pressed sooner. */
  const chosen = useRef<{ readonly at: string; readonly filter: Filter } | null>(null);
  const ahead = () => (chosen.current?.at === key ? chosen.current.filter : view.filter);
  const open = (filter: Filter) => {
    chosen.current = { at: key, filter };
    void navigate(addressOf(withFilter(view, filter)), { flushSync: true, preventScrollReset: true });
  };

  return {
    view,
    stored,
    form,
    settle,
    toggle: (axis: Axis, code: string) => open(toggled(ahead(), axis, code)),
    clear: () => open(NO_FILTER),
  };
}

function readKnownView(search: string, axes: Axes): View {
  const view = readView(new URLSearchParams(search));
  return { ...view, filter: knownOnly(view.filter, axes) };
}
