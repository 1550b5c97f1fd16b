import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { hasOverrides, OVERRIDES_PARAMETER } from './overrides.ts';

/** Without its code there are no tools; the page goes on. */
const OverrideTools = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const module = await import(/* webpackChunkName: "overrides" */ './override-tools.tsx');
    return { default: module.OverrideTools };
  } catch (error) {
    console.error('overrides:', error);
    return { default: () => null };
  }
});

/** What developers see of overrides. Visitors never load its code, and the server renders none of it. */
export function ForDevelopers() {
  const { platform } = useShell();
  const { search } = useLocation();
  const [hydrated, setHydrated] = useState(false);
  // Only once the server's document has been adopted may there be more than it holds.
  useEffect(() => setHydrated(true), []);
  const isAsked = new URLSearchParams(search).has(OVERRIDES_PARAMETER);
  if (!hydrated || (!isAsked && !hasOverrides(platform))) return null;
  return (
    <Suspense>
      <OverrideTools />
    </Suspense>
  );
}
