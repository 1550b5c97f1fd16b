import { textOfMarkdown } from '@ki/shared/ui/markdown/text-of-markdown.ts';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { textOf } from './html/tree.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const MATH = '<mfrac><mn>1</mn><mi>n</mi></mfrac><mo>+</mo><msup><mi>b</mi><mn>2</mn></msup>';
const TEX = '<semantics><mi>x</mi><annotation encoding="application/x-tex">\\sqrt{x}</annotation></semantics>';
const VIDEO = 'https://www.youtube.com/embed/abcdefghijk';
const PIXEL = 'data:image/gif;base64,R0';

/** A paragraph that Word shows as an item of a list. */
const item = (level: number, marker: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`;

/** By the HTML: its Markdown, and what is said about it. */
const CASES: Readonly<Record<string, readonly [markdown: string, ...notes: string[]]>> = {
  '<table><tr><th>A</th><th>B</th></tr><tr><td>a<br>b</td><td><ul><li>c</li><li>d</li></ul><p>e</p><p>f</p></td></tr></table>':
    [
      '| A   | B           |\n| --- | ----------- |\n| a b | • c • d e f |\n',
      '2 cells of tables have their lines in one.',
    ],
  '<table><caption>Plan</caption><tr><td colspan="2">A</td></tr><tr><td>1|2</td><td>B</td></tr></table>': [
    'Plan\n\n|      |   |\n| ---- | - |\n| A    |   |\n| 1\\|2 | B |\n',
    '1 merged cell of a table is a single one now.',
  ],
  '<table><tr><th>A</th></tr><tr><td><table><tr><td>x</td><td>y</td></tr></table></td></tr></table>': [
    '| A   |\n| --- |\n| x y |\n',
    '1 table in a table is plain text now.',
  ],
  '<p>Ein <b>fettes </b>Wort<em> und</em></p>': ['Ein **fettes** Wort _und_\n'],
  '<p><b>Titel<br></b>Text</p>': ['**Titel**\\\nText\n'],
  '<p><b><strong>A</strong></b> <i></i><b> </b>B</p>': ['**A** B\n'],
  '<p><b>„Wort“</b>und <b>Hinweis:</b>Text so<b>„genannt“</b> <em>Wort</em>teil</p>': [
    '**„Wort“**und **Hinweis:**Text so**„genannt“** _Wor&#x74;_&#x74;eil\n',
  ],
  '<b>a</b><b>b</b> <s>c</s><s>d</s> <code>e</code><code>`</code>': ['**ab** ~~cd~~ `` e` ``\n'],
  '<strong><p>A</p><p>B</p></strong>': ['**A**\n\n**B**\n'],
  '<p><span style="font-weight:700">A</span> <span style="font-weight:400">B</span></p>': ['**A** B\n'],
  '<p>A<br><br>B</p><p>&nbsp;</p><h2></h2><p>C</p>': ['A\n\nB\n\nC\n'],
  '<p>Schüler*innen 5*3*2 _x_ [a] a|b &lt;b&gt; &amp;amp;</p>': [
    'Schüler\\*innen 5\\*3\\*2 \\_x\\_ \\[a] a|b \\<b> \\&amp;\n',
  ],
  '<audio src="/a/folge-1.mp3"></audio><video><source src="/f.mp4"></video>': [
    '[folge-1.mp3](/a/folge-1.mp3)\n\n[f.mp4](/f.mp4)\n',
    '2 sounds and videos are links now.',
  ],
  [`<iframe src="${VIDEO}"></iframe><object data="/x.pdf" aria-label="Plan"></object>`]: [
    '<https://www.youtube.com/watch?v=abcdefghijk>\n\n[Plan](/x.pdf)\n',
    '1 embedded frame is a link now.',
    '1 embedded object is a link now.',
  ],
  '<script>x</script><style>x</style><button>x</button><select><option>x</option></select><svg></svg><audio></audio>A':
    [
      'A\n',
      '1 script is left out.',
      '1 style sheet is left out.',
      '2 buttons and fields are left out.',
      '1 drawing (SVG) is left out.',
      '1 embedded object without an address is left out.',
    ],
  [`<p><math>${MATH}</math> <math>${TEX}</math></p>`]: ['`1/n+b^2` `\\sqrt{x}`\n', '2 formulas are plain text now.'],
  '<p>H<sub>2</sub>O m<sup>2</sup> 1<sup>st</sup></p>': ['H₂O m² 1st\n', '1 raised or lowered text is plain now.'],
  '<details><summary>Mehr</summary><p><abbr title="x">KI</abbr> <kbd>Strg</kbd> <q>Ja</q></p></details>': [
    '**Mehr**\n\nKI `Strg` „Ja“\n',
    '1 folded text is open now.',
    '1 explanation of an abbreviation is left out.',
  ],
  // Names that every object has.
  '<div class="constructor">A</div><div class="toString">B</div><p><math><constructor><mi>x</mi></constructor></math></p>':
    ['A\n\nB\n\n`x`\n', '1 formula is plain text now.'],
  '<template><p>x</p></template><form><p>Frage?</p><input name="a"><button>x</button></form>': [
    'Frage?\n',
    '1 template is left out.',
    '2 buttons and fields are left out.',
  ],
  '<dl><dt>A</dt><dd>B</dd></dl>': ['- A\n\n  B\n'],
  '<ol start="3"><li>A<ul><li>B</li></ul></li></ol><ul><li><label><input type="checkbox" checked> C</label></li></ul>':
    ['3. A\n   - B\n\n- [x] C\n'],
  '<pre class="brush: php">a &lt; b\n\nc</pre>': ['```php\na < b\n\nc\n```\n'],
  '<pre class="wp-block-verse">A\n<em>B</em></pre>': ['A\\\n_B_\n'],
  '<figure><a href="/x"><img src="/a.png" alt="A"></a><figcaption>B</figcaption></figure>': [
    '[![A](/a.png)](/x)\n\nB\n',
  ],
  // Scripts load it.
  [`<img src="${PIXEL}" data-src="/a.png" alt="A"><noscript><img src="/a.png"></noscript><noscript><img src="/b.png"></noscript><img src="data:x">`]:
    ['![A](/a.png)![](/b.png)\n', '1 picture without an address is left out.'],
  '<div style="background-image:url(/a.png)"><p>A</p></div>': ['![](/a.png)\n\nA\n'],
  '<p><a href="/a"></a><a name="b"></a><a href="/c" title="C"></a> <a href="javascript:x()">D</a> <a>E</a></p>': [
    '[C](/c "C") D E\n',
    '1 link without a usable address is plain text now.',
  ],
  // Footnotes of other programs.
  '<p>A<a href="#_ftn1" name="_ftnref1">[1]</a> B<sup id="r2"><a href="#n2">2</a></sup></p><hr><p><a href="#_ftnref1" name="_ftn1">[1]</a> C</p><section><ol><li id="n2"><p>D <a href="#r2">↩</a></p></li></ol></section>':
    ['A[^1] B[^2]\n\n---\n\n[^1]: C\n\n[^2]: D\n'],
  '<ul><li><a href="#k1">Kapitel</a></li><li><a href="#weg">weg</a></li></ul><h2><a id="k1"></a>Über uns</h2>': [
    '- [Kapitel](#ueber-uns)\n- weg\n\n## Über uns\n',
    '1 link to a place in the text has no such place here.',
  ],
  // The clipboard of Word.
  [`${item(1, '·', 'A')}${item(2, 'o', 'B')}${item(2, 'o', 'C')}${item(1, '·', 'D')}<p>E</p>${item(1, '3.', 'F')}${item(1, '4.', 'G')}${item(2, 'a)', 'H')}`]:
    ['- A\n  - B\n  - C\n- D\n\nE\n\n3. F\n4. G\n   1. H\n'],
  "<!--[if gte mso 9]><xml>x</xml><![endif]--><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>A</b> <span style='mso-bidi-font-weight:bold;mso-bidi-font-style:italic'>B</span><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>":
    ['**A** B\n'],
  '<p>A<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1" name="_msoanchor_1">[B1]</a></span></p>':
    ['A\n', '1 comment is left out.'],
  [`<p>A <img src="file:///C:/Temp/image001.png" alt="Ein Plan"></p><img src="data:image/png;base64,${'iVBORw0K'.repeat(30)}">`]:
    ['A \\[Bild: Ein Plan]\n\n\\[Bild]\n', '2 pictures cannot be read, their places are marked.'],
  // That of Google Docs.
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;white-space:pre-wrap;">A</span></h2><p dir="ltr"><span style="font-weight:700;">B</span><span style="font-weight:400;font-style:italic;"> C</span></p><ul><li aria-level="1"><p role="presentation"><span>D</span></p></li><ul><li aria-level="2"><p role="presentation"><span>E</span></p></li></ul><li aria-level="1"><p role="presentation"><span>F</span></p></li></ul></b><br class="Apple-interchange-newline">':
    ['## A\n\n**B** _C_\n\n- D\n  - E\n- F\n'],
};

test.each(Object.entries(CASES))('%s', (html, [markdown, ...notes]) => {
  expect(htmlToMarkdown(html)).toEqual({ markdown, notes });
});

test('spans of a million columns and elements within each other without end stop no other row', () => {
  const { markdown } = htmlToMarkdown('<table><tr><td colspan="1000000" rowspan="1000000">A</td></tr></table>');
  expect(markdown.length).toBeLessThan(1000);
  expect(htmlToMarkdown('<div>'.repeat(50_000))).toEqual({
    markdown: '',
    notes: ['Its HTML has too many elements within each other to be read.'],
  });
});

test.each([
  '<p><b>„Wort“</b>und <b>Hinweis:</b>Text so<b>„genannt“</b> Lehrer<b>(innen)</b>x <b>50 %</b>ige <s>weg!</s>da</p>',
  '<p><b>„Wort“</b>und <em>Wort</em>teil <b>a</b><b>b</b> <i>c</i><b>d</b> Schüler*<b>innen</b> *_~`#[]</p>',
  '<p>1. kein Punkt</p><p>- keine Liste</p><p># keine Überschrift</p><p>+ x</p><p>a &lt;!-- kein Kommentar --> b</p>',
  '<table><tr><th>a|b</th></tr><tr><td>`x|y` *z* <code>a|b</code></td></tr></table>',
  '<blockquote><p>A</p><ul><li><p>B</p><pre>c\n\n  d</pre></li></ul></blockquote>',
])('%s shows the same words', async (html) => {
  const { parts } = await textOfMarkdown(htmlToMarkdown(html).markdown, async () => new Map(), {});
  const words = (source: string) =>
    fromHtml(source.replaceAll(/<button.*?<\/button>/g, ''), { fragment: true })
      .children.map(textOf)
      .join('')
      .replaceAll(/\s+/g, '');
  expect(words(parts.map((part) => (part && '__html' in part ? part.__html : '')).join(''))).toBe(words(html));
});
