import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Table } from '@ki/shared/ui/table.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { asStaff } from '../kit/data/as-staff.ts';
import { Note, Panel } from '../kit/part.tsx';
import { saveFile } from '../kit/save-file.ts';
import { useOperation } from '../kit/use-operation.ts';
import { readMatrix, readPosts, readRedirects } from './data/exports.ts';
import { type Column, DIMENSION_COLUMN, FRONT_MATTER, MATRIX_COLUMNS, POST_COLUMNS } from './model/columns.ts';

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

/** A target that is empty: what was there is gone. */
async function redirectsAsCsv(): Promise<Download> {
  const redirects = await asStaff(readRedirects);
  const { writeCsv } = await examples();
  const rows = redirects.map(({ address, target }) => [address, target]);
  return { name: 'redirects.csv', content: csvBlob(writeCsv(['address', 'target'], rows)) };
}

export const Exports = () => (
  <Panel aria-labelledby="exports">
    <h2 id="exports">Export</h2>
    <p>
      Every post, drafts included, and every workshop of the matrix: an import takes these files again. Redirects are
      for other programs.
    </p>
    <Cluster>
      <DownloadButton label="Export posts (Markdown)" read={postsAsMarkdown} />
      <DownloadButton label="Export posts (CSV)" read={postsAsCsv} />
      <DownloadButton label="Export matrix (CSV)" read={matrixAsCsv} />
      <DownloadButton label="Export redirects (CSV)" read={redirectsAsCsv} />
    </Cluster>
    <Note>
      A cell that a spreadsheet would calculate, because it begins with =, +, - or @, has an apostrophe in front; an
      import takes it away.
    </Note>
  </Panel>
);

interface Download {
  readonly name: string;
  readonly content: Blob;
}

const csvBlob = (text: string) => new Blob([text], { type: 'text/csv;charset=utf-8' });

function DownloadButton({ label, read }: { readonly label: string; readonly read: () => Promise<Download> }) {
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

const Format = styled.details`
  > summary {
    padding-block: ${space[2]};
    font-weight: 600;
  }

  > div {
    display: grid;
    gap: ${space[3]};
    justify-items: start;
    padding-block: ${space[2]} ${space[4]};
  }

  > div > * {
    max-inline-size: 100%;
  }
`;

interface FormatProps {
  readonly name: string;
  readonly columns?: readonly Column[];
  /** What the first column of the table is called. */
  readonly part?: string;
  readonly children: ReactNode;
}

const FormatPart = ({ name, columns = [], part = 'Column', children }: FormatProps) => (
  <Format>
    <summary>{name}</summary>
    <div>
      {children}
      {columns.length > 0 && (
        <Table label={name}>
          <thead>
            <tr>
              {[part, 'Required', 'Allowed', 'Example'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.name}>
                <th scope="row">{column.name}</th>
                <td>{column.required ? 'Yes' : 'No'}</td>
                <td>{column.allowed}</td>
                <td lang="de">{column.example}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  </Format>
);

const examples = () => import(/* webpackChunkName: "admin-import-csv" */ './model/csv.ts');

const postsCsv = async (): Promise<Download> => ({
  name: 'example-posts.csv',
  content: csvBlob((await examples()).postsExample()),
});

const matrixCsv = async (): Promise<Download> => ({
  name: 'example-matrix.csv',
  content: csvBlob((await examples()).matrixExample()),
});

const markdown = async (): Promise<Download> => ({
  name: 'example-post.md',
  content: new Blob([(await examples()).markdownExample()], { type: 'text/markdown;charset=utf-8' }),
});

export const Formats = () => (
  <Panel aria-labelledby="formats">
    <h2 id="formats">Formats</h2>
    <p>Open a format to see what it takes. An example file can be filled in and imported.</p>
    <div>
      <FormatPart name="Posts as CSV" columns={POST_COLUMNS}>
        <Note>
          The first row has the names of the columns, in any order; each other row is a post. Cells are separated by
          semicolons, commas or tabs. Columns such as draft, published, status or visibility keep a post unpublished.
        </Note>
        <DownloadButton label="Example of posts (CSV)" read={postsCsv} />
      </FormatPart>
      <FormatPart name="Workshop matrix as CSV" columns={[...MATRIX_COLUMNS, DIMENSION_COLUMN]}>
        <Note>
          The first row has the names of the columns, in any order; each other row is a workshop. Categories, target
          groups, levels and dimensions that are new are created with it.
        </Note>
        <DownloadButton label="Example of the matrix (CSV)" read={matrixCsv} />
      </FormatPart>
      <FormatPart name="Posts as Markdown" columns={FRONT_MATTER} part="Line">
        <Note>
          One post a file: these lines between two lines “---”, then the text. Several files, a folder or a ZIP are read
          at once. Files of Jekyll, Hugo, Hexo, Zola, Astro, Pelican, Obsidian and others are read as these programs
          write them: front matter in YAML, TOML or JSON, dates and addresses in names of files and folders, links among
          the files. What a post loses is said at its row; files beside them are not imported. Addresses in permalink,
          url, aliases and redirect_from lead to the post.
        </Note>
        <DownloadButton label="Example of a post (Markdown)" read={markdown} />
      </FormatPart>
      <FormatPart name="Ghost">
        <Note>
          The JSON file of Settings, Migration tools, Export, of any version. Its posts become posts; pages are left
          out. Each row says what its post loses, with how many. What is not known to be public becomes a draft.
        </Note>
      </FormatPart>
      <FormatPart name="WordPress">
        <Note>
          The XML file of Tools, Export. With all content it also has what posts refer to, such as reusable blocks and
          pictures of galleries. Its posts become posts; other contents are left out. Each row says what its post loses,
          with how many. What is not known to be public becomes a draft. Permalinks, short addresses and former slugs
          lead to the posts.
        </Note>
      </FormatPart>
    </div>
  </Panel>
);
