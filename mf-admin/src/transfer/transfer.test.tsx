import { serviceClient, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unzipSync, zipSync } from 'fflate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { failing, holding, losingOneAnswer } from '../testing/network.ts';
import { openAdmin, textsOf } from '../testing/open-admin.ts';
import { markdownExample, matrixExample, postsExample } from './model/csv.ts';

/** The beginning of slugs; posts with it are removed when the test ends. */
function newWord(): string {
  const word = unique('imp-');
  onTestFinished(async () => {
    await serviceClient().from('posts').delete().like('slug', `${word}%`);
  });
  return word;
}

const storedPosts = async (word: string) =>
  (await serviceClient().from('posts').select('slug, title').like('slug', `${word}%`).order('slug')).data;

const markdown = (slug: string, title = `Titel ${slug}`) =>
  new File([`---\ntitle: "${title}"\nslug: ${slug}\n---\n\nText\n`], `${slug}.md`);

async function openImport(...files: File[]) {
  const { user } = await openAdmin(addresses.transfer);
  const choose = async (...chosen: File[]) => user.upload(await screen.findByLabelText('File'), chosen);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const check = async (label: string) => user.click(await screen.findByLabelText(label));
  if (files.length > 0) await choose(...files);
  return { user, choose, press, check };
}

const announced = (text: string | RegExp) =>
  waitFor(() => {
    const said = textsOf(screen.getAllByRole('status'));
    expect(said).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

const rowOf = (title: string) => within(screen.getByRole('row', { name: new RegExp(title) }));

test('each format shows its columns and has an example, which passes the check as it is', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user, choose } = await openImport();
  await user.click(await screen.findByText('Workshop matrix as CSV'));
  const table = within(screen.getByRole('table', { name: 'Workshop matrix as CSV' }));
  const cells = within(table.getByRole('row', { name: /^duration_hours/ })).getAllByRole('cell');
  const duration = ['Yes', 'hours such as 3.5 or 3,5; more than 0', '3.5'];
  expect(textsOf(cells)).toEqual(duration);
  for (const [label, name, content] of [
    ['Example of posts (CSV)', 'example-posts.csv', postsExample],
    ['Example of the matrix (CSV)', 'example-matrix.csv', matrixExample],
    ['Example of a post (Markdown)', 'example-post.md', markdownExample],
  ] as const) {
    fireEvent.click(screen.getByText(label));
    expect(await screen.findByText(`${name} was saved.`)).toBeTruthy();
    expect(saved.pop()).toBe(name);
    await choose(new File([content()], name));
    await announced('Checked: 1 would be created.');
  }
});

test('Editor sees which row is wrong and leaves it out, or mends the file and imports it', async () => {
  const word = newWord();
  const { choose, press, check } = await openImport(markdown(`${word}-a`), markdown(`${word}-b`, ' '));
  await announced('Checked: 1 would be created, 1 wrong.');
  expect(rowOf(`${word}-b.md`).getByText('title: nothing found; expected a text.')).toBeTruthy();
  await press('Import');
  expect((await screen.findByRole('alert')).textContent).toContain('Rows are wrong.');
  expect(await storedPosts(word)).toEqual([]);
  await check('Leave out the wrong rows (1)');
  await press('Import');
  await announced('Imported: 1 created, 1 wrong.');
  expect(await storedPosts(word)).toMatchObject([{ slug: `${word}-a` }]);

  await choose(markdown(`${word}-c`), markdown(`${word}-b`));
  await announced('Checked: 2 would be created.');
  await press('Import');
  await announced('Imported: 2 created.');
  expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/admin');
  expect(document.activeElement?.textContent).toContain('Imported.');
  expect(await storedPosts(word)).toHaveLength(3);
});

test('a choice during a check is checked next; files chosen during an import come after it', async () => {
  const [post, word] = [await givenPost(), newWord()];
  const { user, choose, press } = await openImport(markdown(post.slug, 'Anders'));
  await announced('Checked: 1 wrong.');
  const box = () => screen.getByLabelText<HTMLInputElement>('Update what exists');
  const answer = holding('POST', 'rpc/run_import');
  for (const isOn of [true, false, true]) {
    await user.click(box());
    expect(box().checked).toBe(isOn);
  }
  answer();
  await announced('Checked: 1 would be updated.');
  expect(box().checked).toBe(true);

  const write = holding('POST', 'rpc/run_import');
  await press('Import');
  expect(box().disabled).toBe(true);
  await choose(markdown(`${word}-a`));
  await choose(markdown(`${word}-b`), markdown(`${word}-c`));
  expect(screen.getByText(`From ${post.slug}.md`)).toBeTruthy();
  write();
  await announced('Checked: 2 would be created.');
  expect(screen.getByText('From 2 files')).toBeTruthy();
  expect([box().checked, box().disabled]).toEqual([true, false]);
  expect(await storedPosts(post.slug)).toEqual([{ slug: post.slug, title: 'Anders' }]);
  expect(await storedPosts(word)).toEqual([]);
});

test('a choice while other files are read is theirs, and the list of before stays away', async () => {
  const [before, post] = [await givenPost(), await givenPost()];
  const { choose, press, check } = await openImport(markdown(before.slug, 'Davor'));
  await announced('Checked: 1 wrong.');
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const file = Object.assign(markdown(post.slug, 'Anders'), { arrayBuffer: () => promise });
  await choose(file);
  await check('Update what exists');
  resolve(await markdown(post.slug, 'Anders').arrayBuffer());
  await announced('Checked: 1 would be updated.');
  await press('Import');
  await announced('Imported: 1 updated.');
  expect(await storedPosts(post.slug)).toEqual([{ slug: post.slug, title: 'Anders' }]);
  expect(await storedPosts(before.slug)).toEqual([{ slug: before.slug, title: before.title }]);
});

test('a list of another choice is not imported: its check has failed', async () => {
  const post = await givenPost();
  const { press, check } = await openImport(markdown(post.slug, 'Anders'));
  await announced('Checked: 1 wrong.');
  const repair = failing('POST', 'rpc/run_import');
  await check('Update what exists');
  await check('Leave out the wrong rows (1)');
  await press('Import');
  await screen.findByText('This list is of the choice before. Please check again.');
  repair();
  await press('Check again');
  await announced('Checked: 1 would be updated.');
});

test('rows stay after a failure, another save stops the import, and a lost answer imports nothing twice', async () => {
  const word = newWord();
  const { press, check } = await openImport(markdown(`${word}-a`), markdown(`${word}-b`));
  await announced('Checked: 2 would be created.');
  const repair = failing('POST', 'rpc/run_import');
  await press('Import');
  expect((await screen.findByRole('alert')).textContent).toContain('the rows are still here');
  expect(rowOf(`${word}-a.md`)).toBeTruthy();
  repair();
  await press('Check again');
  await announced('Checked: 2 would be created.');

  await givenPost({ slug: `${word}-b`, title: 'Schneller' });
  await press('Import');
  await screen.findByText('Something changed since the check. Nothing was imported; the list below is new.');
  expect(rowOf(`${word}-b.md`).getByText(/which the post “Schneller” has already/)).toBeTruthy();
  expect(await storedPosts(word)).toEqual([{ slug: `${word}-b`, title: 'Schneller' }]);

  losingOneAnswer('POST', 'rpc/run_import');
  await check('Leave out the wrong rows (1)');
  await press('Import');
  await screen.findByRole('alert');
  await press('Check again');
  await announced('Checked: 1 unchanged, 1 wrong.');
  expect(await storedPosts(word)).toHaveLength(2);
});

test('a long list has pages and filters, and stays when the next file cannot be read', async () => {
  const word = unique('imp-');
  const files = Array.from({ length: 150 }, (_, number) =>
    markdown(`${word}-${number}`, number === 149 ? ' ' : 'Titel'),
  );
  const { user, choose } = await openImport(...files);
  await announced('Checked: 149 would be created, 1 wrong.');
  const rows = () => within(screen.getByRole('table', { name: 'Rows to import' })).getAllByRole('row');
  expect(rows()).toHaveLength(101);
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(rows()).toHaveLength(51));
  await user.click(screen.getByRole('link', { name: 'wrong (1)' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await choose(new File(['{'], 'ghost.json'));
  expect((await screen.findByRole('alert')).textContent).toContain('This is no JSON; expected the export of Ghost.');
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  expect(rowOf(`${word}-149.md`)).toBeTruthy();
});

const EXPORTS = {
  'Export posts (CSV)': 'posts.csv',
  'Export matrix (CSV)': 'matrix.csv',
  'Export redirects (CSV)': 'redirects.csv',
  'Export posts (Markdown)': 'posts.zip',
};
const HOSTILE = '=1+1;"x",\n---\n# \'@a\'\t|😀\\ null ';

test('exports are saved, and an import of one gives equal posts', async () => {
  const category = { name: unique('=Kategorie; '), slug: unique('kategorie-') };
  const { data } = await serviceClient().from('categories').insert(category).select().single();
  const row = { title: HOSTILE, content: `${HOSTILE}\r\n`, excerpt: HOSTILE, author: '' };
  const posts = [
    await givenPost({ ...row, category_id: data?.id ?? null, published_at: '2001-02-03T10:00:17.123456+00:00' }),
    await givenPost({ ...row, published_at: null }),
  ];
  const slugs = posts.map(({ slug }) => slug);
  const rows = async () => {
    const columns = 'title, slug, content, excerpt, author, published_at, categories (name, slug)';
    return (await serviceClient().from('posts').select(columns).in('slug', slugs).order('slug')).data;
  };
  const remove = async () => {
    await serviceClient().from('posts').delete().in('slug', slugs);
    await serviceClient().from('categories').delete().eq('slug', category.slug);
  };
  onTestFinished(remove);
  const before = await rows();
  let saved = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { choose, press } = await openImport();
  for (const [label, name] of Object.entries(EXPORTS)) {
    await press(label);
    await announced(`${name} was saved.`);
  }
  await remove();
  // Posts of tests that run at the same time may be gone on import.
  const entries = Object.entries(unzipSync(new Uint8Array(await saved.arrayBuffer())));
  const own = entries.filter(([name]) => slugs.some((slug) => name.includes(slug)));
  const file = new File([new Uint8Array(zipSync(Object.fromEntries(own)))], 'posts.zip');
  await choose(file);
  await announced('Checked: 2 would be created.');
  await press('Import');
  await announced('Imported: 2 created.');
  expect(await rows()).toEqual(before);
});
