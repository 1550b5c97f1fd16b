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
    '+++\nurl = "/über/uns/"\naliases = ["/alt/%C3%BCber/", "Kurz"]\n+++\nText',
    ['/über/uns', '/alt/über'],
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

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
const withThumbnail = wordPress.replace('<content:encoded>', `${meta('_thumbnail_id', '9')}<content:encoded>`).replace(
  '</channel>',
  `<item><title>Bild</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type>
    <wp:attachment_url>https://alt.example/bild.jpg</wp:attachment_url>${meta('_wp_attachment_image_alt', 'Ein Kursraum')}
    </item></channel>`,
);
const ghostWith = (feature_image: string) =>
  ghost
    .replace('"status"', `"feature_image":"${feature_image}","status"`)
    .replace('}]}', '}],"posts_meta":[{"post_id":"1","feature_image_alt":"Ein Kursraum"}]}');
const PICTURE = { address: 'https://alt.example/bild.jpg', alt: 'Ein Kursraum' };

test.each([
  ['of WordPress', 'a.xml', withThumbnail, PICTURE],
  ['of Ghost', 'a.json', ghostWith('https://alt.example/bild.jpg'), PICTURE],
  ['of Ghost in its own folder', 'a.json', ghostWith('__GHOST_URL__/content/images/bild.jpg'), undefined],
  ['of Hugo', 'a.md', '---\nimage: https://alt.example/bild.jpg\n---\nText', { ...PICTURE, alt: '' }],
  ['of Hugo in its own folder', 'a.md', '---\nimage: bild.jpg\n---\nText', undefined],
])('the picture of a post %s comes where its host still has it', async (_program, name, text, picture) => {
  const { rows } = await readFiles([new File([text], name)]);
  expect(rows[0]?.entry.picture).toEqual(picture);
  expect(rows[0]?.notes.some((note) => /picture is left out|Not used: image/.test(note))).toBe(picture === undefined);
});
