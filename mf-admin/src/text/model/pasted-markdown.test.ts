import { expect, test } from 'vitest';
import { asBlock, pastedMarkdown } from './pasted-markdown.ts';

const made = (html: string, plain: string) => pastedMarkdown(html, plain)?.markdown;
const ofWindows = (html: string) =>
  `<html><head><title>x</title><style>p{}</style></head>\r\n<body>\r\n<!--StartFragment-->${html}<!--EndFragment--></body></html>`;
const CODE =
  '<meta charset="utf-8"><div style="font-weight:normal;white-space: pre;"><div><span style="font-weight:bold;">const</span> a = b*c</div></div>';

test.each([
  ['a paragraph', '<p style="font-weight:400">Schüler*innen_5 &amp; [a]</p>', 'Schüler*innen_5 & [a]'],
  ['code of an editor', CODE, 'const a = b*c'],
  ['code of another editor', ofWindows('<pre style="color:#a9b7c6">a <b>b</b><br>c</pre>'), 'a b\nc'],
  ['Markdown in a page', '<p>## Titel</p><p>Ein <b>**Wort**</b></p>', '## Titel\nEin **Wort**'],
  ['paragraphs that are apart already', '<p>A</p><p>B</p>', 'A\n\nB\n'],
  ['one cell', ofWindows('<style>x</style><table><col width=80><tr><td>12</td></tr></table>'), '12\n'],
  ['elements within each other without end', '<div>'.repeat(50_000), 'A'],
])('%s stays plain', (_, html, plain) => expect(made(html, plain)).toBeUndefined());

test('paragraphs come apart, blocks of code beside others stay, and the head of a document says nothing', () => {
  const paragraphs = ofWindows('<p class=MsoNormal>A</p>\r\n<p class=MsoNormal>B</p>');
  expect(pastedMarkdown(paragraphs, 'A\nB\n')).toEqual({ markdown: 'A\n\nB', notes: [] });
  expect(made('<p>A</p><pre>b</pre>', 'A\nb')).toBe('A\n\n```\nb\n```');
});

test.each([
  ['**A**', 'Ein ', ' Wort', '**A**'],
  ['- A', 'Davor', '\ndanach', '\n\n- A\n'],
  ['A\n\nB', 'Davor\n', '', '\nA\n\nB'],
])('%j between %j and %j', (markdown, before, after, found) => {
  expect(asBlock(markdown)(before, after)).toBe(found);
});
