import { useEffect, useEffectEvent } from 'react';

/** Runs again after each period; a failure is logged. Not while the period is null. */
export function useRepeatedly(periodMs: number | null, run: () => unknown): void {
  const again = useEffectEvent(async () => {
    try {
      await run();
    } catch (error) {
      console.error(error);
    }
  });
  useEffect(() => {
    if (periodMs === null) return;
    const timer = setInterval(() => void again(), periodMs);
    return () => clearInterval(timer);
  }, [periodMs]);
}
