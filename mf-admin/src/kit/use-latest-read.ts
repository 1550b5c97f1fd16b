import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { settleAsStaff } from './data/as-staff.ts';

/** The last result, and the key that it was read for. Each key is read after a pause; null reads nothing. */
export function useLatestRead<Data>(key: string | null, read: (client: StaffClient) => Promise<Data>, pauseMs = 0) {
  const [last, setLast] = useState<{ readonly key: string; readonly result: Result<Data> } | null>(null);
  const [version, setVersion] = useState(0);
  const readNow = useEffectEvent(() => settleAsStaff(read));
  // Talks to the database.
  useEffect(() => {
    void version;
    if (key === null) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const result = await readNow();
      if (isCurrent) setLast({ key, result });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, pauseMs, version]);
  return { last, reload: () => setVersion((count) => count + 1) };
}
