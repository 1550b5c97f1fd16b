import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT } from '../../shared/contract/remote-module.ts';
import { build } from '../../shell/build/build.ts';
import { ROOT } from '../../shell/build/workspace.ts';
import type { Bundle } from '../../shell/server/renderers/bundle.ts';
import type { Renderer } from '../../shell/server/renderers/renderer.ts';

const ORIGIN = 'http://127.0.0.1:3000';

export interface Answer {
  readonly status: number;
  readonly bytes: number;
}

/** Has a page made, past everything that keeps pages. */
export type Ask = (renderer: Renderer) => Promise<Answer>;

const bundleOf = (name: string): Promise<Bundle> =>
  build(ROOT, name, async ({ dist, sources }) => ({
    name,
    version: sources,
    code: await readFile(path.join(dist, 'server', 'index.cjs')),
  }));

const pageOf =
  (bundle: Bundle) =>
  (address: string): Ask =>
  async (renderer) => {
    const platform = { contract: CONTRACT, supabase: { url: ORIGIN, key: '' }, remotes: {} };
    const page = await renderer.page({ url: new URL(address, ORIGIN), platform, bundle });
    if (!('html' in page)) throw new Error(`${address} is elsewhere`);
    return { status: page.status, bytes: Buffer.byteLength(page.html) + Buffer.byteLength(page.state) };
  };

/** What is measured, by its name. */
export async function askedPages(): Promise<Readonly<Record<string, Ask>>> {
  const [blog, learning, matrix] = [
    await bundleOf('mf-blog'),
    await bundleOf('mf-learning'),
    await bundleOf('mf-matrix'),
  ];
  const [ofBlog, ofMatrix] = [pageOf(blog), pageOf(matrix)];
  const contribution =
    (address: string): Ask =>
    async (renderer) => {
      const { response } = await renderer.contribution(new URL(address, ORIGIN), [blog, learning, matrix]);
      return { status: response?.status ?? 404, bytes: (await response?.arrayBuffer())?.byteLength ?? 0 };
    };
  return {
    home: ofBlog('/'),
    'home, page 5': ofBlog('/?seite=5'),
    'home, page 1000': ofBlog('/?seite=1000'),
    category: ofBlog('/category/kurspraxis'),
    'category, page 166': ofBlog('/category/kurspraxis?seite=166'),
    'search, a word of most posts': ofBlog('/suche?q=ki'),
    'search, a word of one post': ofBlog('/suche?q=einhorn'),
    post: ofBlog('/post/das-naechste-wort'),
    feed: contribution('/rss.xml'),
    sitemap: contribution('/sitemap.xml'),
    'sitemap, part 1': contribution('/sitemap-1.xml'),
    'sitemap, part 100': contribution('/sitemap-100.xml'),
    matrix: ofMatrix('/course-matrix'),
    'matrix, filtered': ofMatrix('/course-matrix?q=prompt'),
    'matrix, as a table': ofMatrix('/course-matrix?view=matrix'),
  };
}
