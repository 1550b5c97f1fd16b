import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { highlightFor, languagesIn } from './grammars.ts';
import { Markdown, type MarkdownProps } from './markdown.tsx';
import { parsed } from './parse.ts';
import type { PreparedText } from './prepare-text.ts';
import { prepareText } from './prepare-text.ts';
import { PreparedPart } from './prepared-text.tsx';
import { standaloneHtml } from './standalone-html.tsx';

const noCopies = async () => new Map();

const render = (source: string, props: Omit<MarkdownProps, 'source'> = {}) =>
  renderToStaticMarkup(<Markdown source={source} {...props} />);

/** As a server renders it: with the grammars for code loaded. */
async function coloured(source: string) {
  await highlightFor(source);
  return render(source);
}

test('of the texts of models only links to sources stay; pictures and other links become their text', () => {
  const source = [
    '![Spur](https://tracker.example/?q=1) [Quelle](https://a.ch/seite) [![Bild](/b.png)](https://evil.example)',
    '[daneben](https://a.ch/andere) <https://evil.example/auto> [von hier](/post/a)',
    '![alt][bild] Fussnote[^1]',
    '',
    '[bild]: https://tracker.example/c.png',
    '[^1]: Text',
  ].join('\n');
  const html = render(source, { onlyLinks: ['https://a.ch/seite'] });
  expect(html).not.toMatch(/<img|tracker|evil\.example"|href="\/|andere/);
  expect(html).toMatch(/<a href="https:\/\/a\.ch\/seite"[^>]*>Quelle<\/a>/);
  for (const text of ['Spur', 'Bild', 'daneben', 'https://evil.example/auto', 'von hier', 'alt']) {
    expect(html).toContain(text);
  }
  expect(html).toMatch(/href="#[^"]*fn-1"/);
  expect(render(source)).toContain('<img src="/b.png"');
});

const ELSEWHERE = ['http://a.ch', 'https://a.ch', 'irc://a', 'ircs://a', 'xmpp:a@b'];

describe('addresses', () => {
  test.each([...ELSEWHERE, 'mailto:a@b.ch', '/post/a', '#b', 'c?d=e'])('a link to %s is kept', (href) => {
    expect(render(`[Text](${href})`)).toContain(`href="${href}"`);
  });

  test('external links have rel="noopener noreferrer", internal links have no rel', () => {
    expect(render('[x](https://a.ch)')).toContain('rel="noopener noreferrer"');
    expect(render('[x](//a.ch)')).toContain('rel="noopener noreferrer"');
    expect(render('[x](/a)')).not.toContain('rel=');
  });

  test.each(['/\\a.ch', '\\\\a.ch', '/%09/a.ch'])('a link to %s stays on the site', (address) => {
    const [, href = ''] = /href="([^"]*)"/.exec(render(`[x](<${address}>)`)) ?? [];
    expect(new URL(href, 'https://site.example').origin).toBe('https://site.example');
  });

  test('images load lazily; a forbidden address leaves the alternative text', () => {
    expect(render('![Bild](/b.png)')).toMatch(/<img src="\/b.png" alt="Bild" loading="lazy"/);
    const forbidden = render('![Bild](data:image/png;base64,AA)');
    expect(forbidden).not.toContain('<img');
    expect(forbidden).toContain('Bild');
  });
});

describe('headings', () => {
  test('start at the second level and carry stable ids', () => {
    const html = render('# Für wen?\n\n## Für wen?\n\n### Übung *eins*\n\n## !');
    expect(html).toContain('<h2 id="abschnitt-fuer-wen">');
    expect(html).toContain('<h2 id="abschnitt-fuer-wen-2">');
    expect(html).toContain('<h3 id="abschnitt-uebung-eins">');
    expect(html).toContain('<h2 id="abschnitt-abschnitt">');
    expect(html).not.toContain('<h1');
  });

  test.each([
    ['can start deeper, and never below the sixth level', '## A\n\n### B\n\n#### C\n\n##### D', 4, '4566'],
    ['skip no level, whatever the first of the text', '### A\n\n##### B\n\n#### C\n\n### D\n\n## E', 2, '23322'],
  ] as const)('%s', (_what, source, firstLevel, levels) => {
    const html = render(source, { firstLevel, idPrefix: 'ziele-' });
    expect([...html.matchAll(/<h(\d) id="ziele-\w"/g)].map(([, level]) => level).join('')).toBe(levels);
  });
});

describe('a prepared text', () => {
  const partsOf = async (source: string) => {
    const { parts } = await prepareText(source, noCopies, { hasSlot: true });
    return parts.map((part) => part && renderToStaticMarkup(<PreparedPart part={part} />));
  };

  test('is split before the first second-level heading', async () => {
    const [before, after] = await partsOf('# Titel\n\nText\n\n## Eins\n\n## Zwei');
    expect(before).toMatch(/<h2[^>]*>Titel<\/h2>\s*<p>Text<\/p>\s*<\/div>$/);
    expect(after).toMatch(/^<div[^>]*>\s*<h2[^>]*>Eins<\/h2>\s*<h2[^>]*>Zwei/);
  });

  test('is split at its end, before its footnotes, when it has no sections', async () => {
    expect(await partsOf('Text\n\n### Tiefer')).toEqual([expect.stringContaining('Tiefer</h2>'), null]);
    expect(await partsOf('Text[^1]\n\n[^1]: Note')).toEqual([
      expect.stringMatching(/<\/p>\s*<\/div>$/),
      expect.stringMatching(/^<div[^>]*>\s*<section data-footnotes/),
    ]);
  });

  test('has null for an empty part, and one part without a slot', async () => {
    expect(await partsOf('## Eins')).toEqual([null, expect.stringContaining('Eins')]);
    expect(await partsOf('')).toEqual([null, null]);
    expect((await prepareText('Text\n\n## Eins', noCopies)).parts).toHaveLength(1);
  });

  test('is HTML on a server, the same as in a browser', async () => {
    const source = '# A\n\n`b` [c](/d)\n\n```sql\nselect 1\n```';
    const inBrowser = await prepareText(source, noCopies);
    vi.stubGlobal('document', undefined);
    const onServer = await prepareText(source, noCopies);
    expect(onServer.sections).toEqual(inBrowser.sections);
    expect(onServer.parts).toEqual([{ __html: expect.stringContaining('hljs-keyword') }]);
    const shown = ({ parts: [part] }: PreparedText) => part && renderToStaticMarkup(<PreparedPart part={part} />);
    expect(shown(onServer)).toBe(shown(inBrowser));
  });
});

const LANGUAGES = ['python', 'ts', 'js', 'bash', 'sql', 'json', 'html', 'css', 'yaml', 'java', 'r'];

describe('code', () => {
  test('is coloured and named by its language', async () => {
    const html = await coloured('```python\ndef f():\n    return 1\n```');
    expect(html).toContain('<figcaption>Python</figcaption>');
    expect(html).toContain('hljs-keyword');
    expect(html).toContain('aria-label="Code, Python"');
  });

  test.each([...LANGUAGES, 'py', 'sh', 'xml', 'SQL'])('%s is a known language', async (language) => {
    const code = '<a b="c">1</a> {"a": 1} select if a { color: red } x <- TRUE -- 1';
    expect(await coloured(`\`\`\`${language}\n${code}\n\`\`\``)).toContain('<span class="hljs-');
  });

  test('needs the grammars of its own languages only', () => {
    const text = 'Text\n\n```sql\nselect 1\n```\n\n- Punkt\n\n  ~~~html\n  <p>\n  ~~~\n\n```\nplain\n```';
    expect(languagesIn(text)).toEqual(['css', 'javascript', 'sql', 'xml']);
    expect(languagesIn('Text mit `python` und ```klingonisch')).toEqual([]);
  });

  test('stays plain until its grammar is loaded, in an unknown language, or without one', async () => {
    expect(render('```powershell\nGet-Item .\n```')).toContain('>Get-Item .\n</code>');
    expect(await coloured('```klingonisch\nif 1\n```')).toContain('>if 1\n</code>');
    expect(await coloured('```\nif 1\n```')).not.toContain('figcaption');
  });
});

test('tables scroll and are aligned without a style attribute; an empty corner is no header', () => {
  const html = render('| | b |\n|:-:|--:|\n| 1 | 2 |');
  expect(html).toContain('role="group" aria-label="Tabelle" tabindex="0"');
  expect(html).toContain('<td></td><th scope="col" data-align="right">b</th>');
  expect(html).toContain('<td data-align="right">2</td>');
  expect(html).not.toContain('style=');
});

test('a table has column widths before its rows: by the length of the texts, at least the longest word', () => {
  const widths = (source: string) =>
    [...render(source).matchAll(/<col width="(\d+)"/g)].map(([, width]) => Number(width));
  const [narrow = 0, wide = 0, ...none] = widths(
    '| Nr. | Satz |\n|---|---|\n| 1 | Ein Satz, der mehr Platz braucht als eine Zahl. |',
  );
  expect(none).toEqual([]);
  expect(wide).toBeGreaterThan(2 * narrow);
  expect(narrow + wide).toBeGreaterThanOrEqual(2 * 112);
  const [picture = 0, short = 0] = widths('| Bild | Wort |\n|---|---|\n| ![Eine Skizze](/skizze.png) | ja |');
  expect(picture).toBeGreaterThan(short);
  const [word = 0, sentence = 0] = widths(`| Weiterbildung | ${'kurz '.repeat(30)} |\n|---|---|\n| | |`);
  expect(word).toBeGreaterThan('Weiterbildung'.length * 8);
  expect(sentence).toBeGreaterThan(word / 2);
  expect(widths(`| a | b |\n|---|---|\n| ${'x'.repeat(500)} | |`)[0]).toBeLessThan(250);
});

test('task lists have a text for done and open items', () => {
  const html = render('- [x] eins\n- [ ] zwei');
  expect(html).toContain('aria-label="Erledigt"');
  expect(html).toContain('aria-label="Offen"');
});

test('the sections are the headings under their ids, at the levels of the page', async () => {
  const source = '# Für *wen*?\n\n### `Code`\n\n> ## Zitiert\n\n## Zitiert\n\n## !\n\nText[^1]\n\n[^1]: Note';
  const { parts, sections } = await prepareText(source, noCopies, { sectionLinks: true });
  expect(sections).toEqual([
    { id: 'abschnitt-fuer-wen', title: 'Für wen?', level: 2 },
    { id: 'abschnitt-code', title: 'Code', level: 3 },
    { id: 'abschnitt-zitiert', title: 'Zitiert', level: 2 },
    { id: 'abschnitt-zitiert-2', title: 'Zitiert', level: 2 },
    { id: 'abschnitt-abschnitt', title: '!', level: 2 },
  ]);
  const html = renderToStaticMarkup(parts.map((part) => part && <PreparedPart key={0} part={part} />));
  for (const { id } of sections) expect(html).toMatch(new RegExp(`id="${id}"><a [^>]*href="#${id}"`));
});

describe('a text is parsed once', () => {
  const text = { source: '## Wort\n\nText', firstLevel: 2, idPrefix: 'a-', sectionLinks: false } as const;
  const content = (more: object = {}) => parsed({ ...text, ...more }, null).content;

  test('with the same options', () => expect(content()).toBe(content()));

  test.each([{ firstLevel: 3 }, { idPrefix: 'b-' }, { sectionLinks: true }, { hasSlot: true }, { source: '## Wort' }])(
    'and again with %j',
    (other) => expect(renderToStaticMarkup(content(other))).not.toBe(renderToStaticMarkup(content())),
  );
});

test('standalone HTML has absolute addresses and needs no styles or scripts', () => {
  const html = standaloneHtml(
    '[a](/post/b) ![c](d.png) [e](javascript:f)\n\n```python\nx\n```',
    'https://ki.example/post/g',
  );
  expect(html).toContain('<a href="https://ki.example/post/b">a</a>');
  expect(html).toContain('<img src="https://ki.example/post/d.png" alt="c" loading="lazy"/>');
  expect(html).toContain('<span>e</span>');
  expect(html).not.toMatch(/class="sc-|tabindex|<link|javascript/);
});
