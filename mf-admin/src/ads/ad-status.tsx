import { BadgeButton } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { asStaff } from '../records/data/as-staff.ts';
import { changeRecord } from '../records/data/records.ts';
import { titleId } from '../records/table/row-title.tsx';
import { useOperation } from '../records/use-operation.ts';

import { type AdRow, ad as kind, LISTED } from './ad-record.ts';

/** Shows whether an ad is on, and turns it on or off. What it shows is what the database answered. */
export function AdStatus({ ad }: { readonly ad: AdRow }) {
  const [returned, setReturned] = useState<AdRow | null>(null);
  const current = returned && returned.updatedAt > ad.updatedAt ? returned : ad;
  const { run, busy, failed } = useOperation(async () => {
    const change = { isActive: !current.isActive };
    setReturned(await asStaff((client) => changeRecord(client, kind, ad.id, change, LISTED)));
  });
  return (
    <Stack $gap={2}>
      <BadgeButton
        $tone={current.isActive ? 'success' : 'neutral'}
        aria-describedby={titleId(ad.id)}
        aria-disabled={busy}
        onClick={() => void run()}
      >
        {current.isActive ? 'Active' : 'Inactive'}
      </BadgeButton>
      {failed && <Notice tone="error">An error occurred</Notice>}
    </Stack>
  );
}
