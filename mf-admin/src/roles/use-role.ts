import type { Result } from '@ki/shared/contract/result.ts';
import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router-dom';

/** The frame of the admin reads the role. */
export const LAYOUT = 'admin-layout';

export type NarrowRole = 'editor' | 'author';

const NARROW: readonly NarrowRole[] = ['editor', 'author'];

/** The role of an account that may not do everything; null for a publisher, and until it is read. */
export function useNarrowRole(): NarrowRole | null {
  const role = useRouteLoaderData<{ readonly role: Promise<Result<string>> }>(LAYOUT)?.role;
  const [narrow, setNarrow] = useState<NarrowRole | null>(null);
  // A role that is read again leaves what is mounted, such as a link that is shown once.
  useEffect(() => {
    void role?.then((read) => read.ok && setNarrow(NARROW.find((one) => one === read.data) ?? null));
  }, [role]);
  return narrow;
}
