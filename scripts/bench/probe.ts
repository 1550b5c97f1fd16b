export type Seen = ReturnType<typeof watchPage>;

declare global {
  interface Window {
    seen: Seen;
  }
}

export const CLICKED = 'bench-clicked';

/** Runs in a page before its scripts, like the functions below, so that none may refer to anything outside itself. */
export function watchPage(clicked: string) {
  const seen = {
    firstPaint: 0,
    lcp: 0,
    tasks: [] as { readonly start: number; readonly length: number }[],
    interactions: [] as number[],
    changed: 0,
    pressed: null as number | null,
    hydrated: null as number | null,
    shown: null as number | null,
  };
  window.seen = seen;
  const observe = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((entries) => {
      seen.changed = performance.now();
      for (const entry of entries.getEntries()) note(entry);
    }).observe({ type, buffered: true, ...more });
  observe('paint', ({ startTime }) => {
    seen.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, length: duration }));
  const noteEvent = (entry: PerformanceEntry) =>
    'interactionId' in entry && entry.interactionId && seen.interactions.push(entry.duration);
  observe('event', noteEvent, { durationThreshold: 16 });
  new MutationObserver(() => {
    const { dataset = {} } = document.documentElement ?? {};
    // Releases before the renaming of attributes set `alive`.
    if ('hydrated' in dataset || 'alive' in dataset) seen.hydrated ??= performance.now();
  }).observe(document, { subtree: true, attributes: true });
  addEventListener('pointerdown', ({ timeStamp }) => (seen.pressed ??= timeStamp), true);
  addEventListener(
    'click',
    ({ timeStamp }) => sessionStorage.setItem(clicked, `${performance.timeOrigin + timeStamp}`),
    true,
  );
  return seen;
}

export function watchFor({ path, selector }: { path: string; selector: string }): void {
  const isThere = () =>
    location.pathname === path && [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  const look = () =>
    requestAnimationFrame(() => {
      if (isThere()) requestAnimationFrame(() => (window.seen.shown = performance.timeOrigin + performance.now()));
      else look();
    });
  look();
}

export function watchDecrease(selector: string): void {
  let most = 0;
  const count = () => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
  const look = () =>
    requestAnimationFrame(() => {
      const now = count();
      most = Math.max(most, now);
      if (now < most * 0.8)
        requestAnimationFrame(() => (window.seen.shown = performance.timeOrigin + performance.now()));
      else look();
    });
  look();
}
