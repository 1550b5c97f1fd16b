import { useEffect, useEffectEvent, useRef } from 'react';

/** Whoever only passes by has not read it. */
const STAY_MS = 1500;

/** Stands at the end of a text and tells when somebody has arrived there. */
export function ReadToEnd({ onEnd }: { onEnd: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const arrived = useEffectEvent(onEnd);

  // The window: what of the page is visible in it.
  useEffect(() => {
    if (!end.current) return;
    let stay: number | undefined;
    const observer = new IntersectionObserver((entries) => {
      window.clearTimeout(stay);
      if (!entries.at(-1)?.isIntersecting) return;
      stay = window.setTimeout(() => {
        observer.disconnect();
        arrived();
      }, STAY_MS);
    });
    observer.observe(end.current);
    return () => {
      window.clearTimeout(stay);
      observer.disconnect();
    };
  }, []);

  return <div ref={end} aria-hidden="true" />;
}
