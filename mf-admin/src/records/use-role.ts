import type { Result } from '@ki/shared/contract/result.ts';
import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router-dom';

/** The frame of the admin reads the role. */
export const LAYOUT = 'admin-layout';

/** Whether the account is an editor or author, so that some buttons would fail. False until it is read. */
export function useIsNarrow(): boolean {
  const role = useRouteLoaderData<{ readonly role: Promise<Result<string>> }>(LAYOUT)?.role;
  const [isNarrow, setIsNarrow] = useState(false);
  // A role that is read again leaves what is mounted, such as a link that is shown once.
  useEffect(() => {
    void role?.then((read) => read.ok && setIsNarrow(read.data !== 'publisher'));
  }, [role]);
  return isNarrow;
}
