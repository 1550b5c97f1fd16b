import { Cluster } from '@ki/shared/ui/layout.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { Note, Panel } from '../kit/part.tsx';
import { readMatrix, readPosts } from './data/exports.ts';
import { csvBlob, type Download, DownloadButton } from './download-button.tsx';

async function postsAsMarkdown(): Promise<Download> {
  const posts = await asStaff(readPosts);
  const [{ pack }, { fileNames, markdownOfPost }] = await Promise.all([
    import(/* webpackChunkName: "admin-import-markdown" */ './model/archive.ts'),
    import(/* webpackChunkName: "admin-import-markdown" */ '../files/model/markdown-of-post.ts'),
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

export const Exports = () => (
  <Panel aria-labelledby="exports">
    <h2 id="exports">Export</h2>
    <p>Every post, drafts included, and every workshop of the matrix. An import takes these files again.</p>
    <Cluster>
      <DownloadButton label="Export posts (Markdown)" read={postsAsMarkdown} />
      <DownloadButton label="Export posts (CSV)" read={postsAsCsv} />
      <DownloadButton label="Export matrix (CSV)" read={matrixAsCsv} />
    </Cluster>
    <Note>
      A cell that a spreadsheet would calculate, because it begins with =, +, - or @, has an apostrophe in front; an
      import takes it away.
    </Note>
  </Panel>
);
