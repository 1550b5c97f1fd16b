import { useEffect, useState } from 'react';

const clock = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;

/** Seconds since a moment, counting. Not read out: what is under way is said beside it. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);

  // The clock.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  return <span aria-hidden="true">{clock(Math.max(0, Math.floor((now - since) / 1000)))}</span>;
}
