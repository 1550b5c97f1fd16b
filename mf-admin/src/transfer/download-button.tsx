import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { saveFile } from '../kit/save-file.ts';
import { useOperation } from '../kit/use-operation.ts';

export interface Download {
  readonly name: string;
  readonly content: Blob;
}

export const csvBlob = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });

export function DownloadButton({ label, read }: { readonly label: string; readonly read: () => Promise<Download> }) {
  const [saved, setSaved] = useState<string | null>(null);
  const { run, busy, failed } = useOperation(async () => {
    setSaved(null);
    const { name, content } = await read();
    saveFile(name, content);
    setSaved(name);
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
