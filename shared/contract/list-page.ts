/** The query keys of public pages, one vocabulary for the whole site. */
export const queryKeys = {
  page: 'seite',
  search: 'suche',
  category: 'kategorie',
  targetGroup: 'zielgruppe',
  level: 'stufe',
  layout: 'ansicht',
  toggle: 'umschalten',
  workshop: 'workshop',
} as const;

export const PAGE_SIZE = 100;

const LAST = 1_000_000;

/** The page of a list that an address requests; anything but a whole number from 1 means the first. */
export function askedPage(params: URLSearchParams, parameter: string = queryKeys.page): number {
  const page = Number(params.get(parameter) ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= LAST ? page : 1;
}

/** The query that a form without scripts would submit. */
export const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
