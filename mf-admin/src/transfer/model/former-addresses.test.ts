import { expect, test } from 'vitest';
import { formerAddresses } from './former-addresses.ts';
import { readFiles } from './read-files.ts';

const wordPress = `<rss><channel><link>https://alt.example/blog</link><wp:wxr_version>1.2</wp:wxr_version><item>
  <title>Acht</title><link>https://alt.example/blog/2020/01/acht/</link><guid>https://neu.example/?p=8</guid>
  <wp:post_id>8</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>acht</wp:post_name>
  <wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>sieben</wp:meta_value></wp:postmeta>
  <content:encoded>Text</content:encoded></item></channel></rss>`;
const ghost = JSON.stringify({
  db: [
    {
      meta: { version: '5' },
      data: { posts: [{ id: '1', title: 'A', slug: 'a', html: '<p>x</p>', status: 'draft' }] },
    },
  ],
});

test.each([
  ['WordPress', 'a.xml', wordPress, ['/blog/2020/01/acht', '/blog?p=8', '/?p=8', '/blog/2020/01/sieben']],
  ['Ghost', 'a.json', ghost, ['/a']],
  [
    'Jekyll',
    'a.md',
    '---\npermalink: /texte/:title/\nredirect_from:\n- /alt/a/\n- /b.html\n---\nText',
    ['/alt/a', '/b.html'],
  ],
  [
    'Hugo',
    'a.md',
    '+++\nurl = "/über/uns/"\naliases = ["/alt/%C3%BCber/", "kurz"]\n+++\nText',
    ['/über/uns', '/alt/über', '/kurz'],
  ],
  ['Eleventy', 'a.md', '---\npermalink: false\nslug: a\n---\nText', undefined],
])('a post of %s brings the addresses that it had', async (_program, name, text, addresses) => {
  const { rows } = await readFiles([new File([text], name)]);
  expect(rows[0]?.entry.addresses).toEqual(addresses);
});

test('what is no address of another page is left out', () => {
  expect(formerAddresses(['/', '', 'mailto:a@b.test', '/a b', '/a%5Cb', 'https://x.test/c?d=e#f', '/c/'])).toEqual({
    addresses: ['/c'],
  });
});
