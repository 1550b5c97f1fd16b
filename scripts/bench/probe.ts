/** What a page has told of itself; times in milliseconds since its navigation began. */
export interface Seen {
  firstPaint: number;
  lcp: number;
  /** What kept its main thread for more than 50 ms. */
  readonly tasks: { readonly start: number; readonly length: number }[];
  /** How long what was pressed or typed took to be shown. */
  readonly interactions: number[];
  /** When something of it changed last. */
  changed: number;
  pressed: number | null;
  alive: number | null;
  /** When what was waited for had been painted, in milliseconds since 1970. */
  shown: number | null;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

export const CLICKED = 'bench-clicked';

/** Runs in a page before its own scripts, as those below do: none of them knows anything outside itself. */
export function watchPage(clicked: string): void {
  const seen: Seen = {
    firstPaint: 0,
    lcp: 0,
    tasks: [],
    interactions: [],
    changed: 0,
    pressed: null,
    alive: null,
    shown: null,
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
    if (document.documentElement?.dataset.alive === '') seen.alive ??= performance.now();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-alive'] });
  addEventListener('pointerdown', ({ timeStamp }) => (seen.pressed ??= timeStamp), true);
  addEventListener(
    'click',
    ({ timeStamp }) => sessionStorage.setItem(clicked, `${performance.timeOrigin + timeStamp}`),
    true,
  );
}

/** Looks for what stands at an address only, until it has been painted. */
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

/** Looks how many of something there are, until it is a fifth fewer than it was, and that has been painted. */
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
