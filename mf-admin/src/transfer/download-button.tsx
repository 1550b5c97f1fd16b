import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { useOperation } from '../records/use-operation.ts';

export interface Download {
  readonly name: string;
  readonly content: Blob;
}

export const csvBlob = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });

function save({ name, content }: Download): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function DownloadButton({ label, read }: { readonly label: string; readonly read: () => Promise<Download> }) {
  const [saved, setSaved] = useState<string | null>(null);
  const { run, busy, failed } = useOperation(async () => {
    setSaved(null);
    const download = await read();
    save(download);
    setSaved(download.name);
  });
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={() => void run()}>
        {label}
      </Button>
      {failed && <Notice tone="error">{label}: the data could not be read. Please try again in a moment.</Notice>}
      <span role="status">{saved && `${saved} was saved.`}</span>
    </>
  );
}
