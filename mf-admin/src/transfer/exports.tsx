import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { asStaff } from '../records/data/as-staff.ts';
import { Panel } from '../records/panel.tsx';
import { Note } from '../records/part.tsx';
import { useOperation } from '../records/use-operation.ts';
import { readMatrix, readPosts } from './data/exports.ts';

interface Download {
  readonly name: string;
  readonly content: Blob;
}

const csvBlob = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });

async function postsAsMarkdown(): Promise<Download> {
  const posts = await asStaff(readPosts);
  const [{ pack }, { fileNames, markdownOfPost }] = await Promise.all([
    import(/* webpackChunkName: "admin-import-markdown" */ './model/archive.ts'),
    import(/* webpackChunkName: "admin-import-markdown" */ './model/post-markdown.ts'),
  ]);
  const names = fileNames(posts.map(({ slug }) => slug));
  const bytes = pack(posts.map((post, index) => [names[index] ?? `${index}.md`, markdownOfPost(post)]));
  return { name: 'posts.zip', content: new Blob([bytes], { type: 'application/zip' }) };
}

async function postsAsCsv(): Promise<Download> {
  const posts = await asStaff(readPosts);
  const { csvOfPosts } = await import(/* webpackChunkName: "admin-import-csv" */ './model/post-csv.ts');
  return { name: 'posts.csv', content: csvBlob(csvOfPosts(posts)) };
}

async function matrixAsCsv(): Promise<Download> {
  const { dimensions, workshops } = await asStaff(readMatrix);
  const { csvOfMatrix } = await import(/* webpackChunkName: "admin-import-csv" */ './model/matrix-csv.ts');
  return { name: 'matrix.csv', content: csvBlob(csvOfMatrix(dimensions, workshops)) };
}

function save({ name, content }: Download): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function ExportButton({ label, read }: { readonly label: string; readonly read: () => Promise<Download> }) {
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

export const Exports = () => (
  <Panel aria-labelledby="exports">
    <h2 id="exports">Export</h2>
    <p>Every post, drafts included, and every workshop of the matrix. An import takes these files again.</p>
    <Cluster>
      <ExportButton label="Export posts (Markdown)" read={postsAsMarkdown} />
      <ExportButton label="Export posts (CSV)" read={postsAsCsv} />
      <ExportButton label="Export matrix (CSV)" read={matrixAsCsv} />
    </Cluster>
    <Note>
      A cell that a spreadsheet would calculate, because it begins with =, +, - or @, has an apostrophe in front; an
      import takes it away.
    </Note>
  </Panel>
);
