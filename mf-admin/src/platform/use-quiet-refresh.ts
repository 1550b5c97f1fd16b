import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { type Asked, type Platform, readPlatform } from './data/read-platform.ts';

const EVERY_MS = 5_000;

/** Not while nobody looks, nor behind a dialog that says what is about to happen. */
const isLookedAt = () => document.visibilityState !== 'hidden' && !document.querySelector('dialog[open]');

/** Reads the page anew when the platform is not as it is shown: shells count all the time, and teams ship when they like. */
export function useQuietRefresh(asked: Asked, shown: Platform): void {
  const { revalidate } = useRevalidator();
  const look = useEffectEvent(async () => {
    const now = await asStaff((client) => readPlatform(client, asked));
    if (isLookedAt() && JSON.stringify(now) !== JSON.stringify(shown)) await revalidate();
  });

  // The database, which says nothing by itself.
  useEffect(() => {
    const timer = setInterval(() => isLookedAt() && void look().catch(console.error), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
