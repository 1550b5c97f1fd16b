import { site } from '@ki/shared/contract/site.ts';
import { dateTime, fromLocalInput, timeOfDay, toLocalInput, toSiteInput } from '@ki/shared/format/dates.ts';
import { serverNow } from './clock.ts';

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'New York' of 'America/New_York' */
const placeOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Whether the browser shows another time than the site at this moment: zones of two names may agree. */
const differsAt = (iso: string) => toLocalInput(iso) !== toSiteInput(iso);

/** The site's zone in a sentence, such as 'Zurich', where the browser's differs at the moment. */
export const siteZoneAt = (iso: string): string | null => (differsAt(iso) ? placeOf(site().timeZone) : null);

function withZone(time: string, iso: string): string {
  const zone = siteZoneAt(iso);
  return zone === null ? time : `${time} (${zone})`;
}

/** '25. Dezember 2026, 00:00 Uhr', and ' (Zurich)' where the browser's zone differs. */
export const siteDateTime = (iso: string): string => withZone(dateTime(iso), iso);

/** '00:00', and ' (Zurich)' where the browser's zone differs. */
export const siteTime = (iso: string): string => withZone(timeOfDay(iso), iso);

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Local clocks that are set back show two moments alike: this is the first or the second; null: they show it once. */
function occurrence(iso: string): 'first' | 'second' | null {
  const time = Date.parse(iso);
  const offsetAt = (moment: number) => new Date(moment).getTimezoneOffset();
  const back = (offsetAt(time + DAY_MS) - offsetAt(time - DAY_MS)) * MINUTE_MS;
  const isAlike = (moment: number) => toLocalInput(new Date(moment).toISOString()) === toLocalInput(iso);
  if (back <= 0) return null;
  if (isAlike(time + back)) return 'first';
  return isAlike(time - back) ? 'second' : null;
}

/** The moment of a `datetime-local` value. An untouched value is that of the stored moment, with its seconds. */
export const momentOf = (input: string, stored?: string | null): string | null =>
  stored && input === toLocalInput(stored) ? stored : fromLocalInput(input);

let format: Intl.DateTimeFormat | undefined;

/** '25 December 2026' of '2026-12-25T00:00' */
function dayOf(input: string): string {
  format ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
  return format.format(Date.parse(`${input}Z`));
}

/** The hint of a `datetime-local` field: its zone, and the site's time where that differs. */
export function localTimeHint(input: string, stored?: string | null): string {
  const moment = momentOf(input, stored);
  const iso = moment ?? new Date(serverNow()).toISOString();
  const named = differsAt(iso) ? `Local time (${placeOf(zoneOfBrowser())})` : 'Local time';
  if (moment === null) return named;
  const there = toSiteInput(moment);
  const translated = differsAt(iso) ? `, ${there.slice(-5)} on ${dayOf(there)} in ${placeOf(site().timeZone)}` : '';
  const nth = occurrence(moment);
  return `${named}${translated}${nth ? `, the ${nth} time that clocks show it` : ''}`;
}

export const SKIPPED = 'Clocks skip this time on that day. Choose another one.';

/** Clocks that are set forward leave it out. */
export function isSkipped(input: string): boolean {
  const iso = fromLocalInput(input);
  return iso !== null && !input.startsWith(toLocalInput(iso));
}
