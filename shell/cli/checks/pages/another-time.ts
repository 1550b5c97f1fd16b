/** Year, month, weekday, half of the day, minute and second differ from now. */
const LATER_MS = ((401 * 24 + 12) * 60 + 7) * 60_000 + 13_000;

/** East of every server: the day may be another one, too. */
export const ANOTHER_ZONE = 'Pacific/Kiritimati';

/** The text of this function runs in workers and in browsers, so that it uses nothing of this module. */
function moveClock(ms: number): void {
  const Real = Date;
  const moved = () => Real.now() + ms;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(moved()).toString(),
    construct: (target, given, derived) => Reflect.construct(target, given.length > 0 ? given : [moved()], derived),
    get: (target, key) => (key === 'now' ? moved : Reflect.get(target, key)),
  });
}

/** A script after which `Date` says another time. */
export const ANOTHER_TIME = `(${moveClock})(${LATER_MS});`;

const LONGEST = 60;

/** The text from the tag before a place on. */
function excerpt(html: string, at: number): string {
  const start = Math.max(html.lastIndexOf('<', at), at - LONGEST);
  const end = html.indexOf('<', Math.max(at, start + 1));
  return html.slice(start, Math.min(end < 0 ? html.length : end, start + 2 * LONGEST));
}

/** The first place where two forms of a page differ; `null` for none. */
export function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${excerpt(one, at)} and ${excerpt(other, at)}`;
}
