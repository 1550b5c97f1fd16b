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
