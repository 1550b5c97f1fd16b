import { expect, test } from 'vitest';
import type { References } from './destinations.ts';
import { ownMarkup } from './own-markup.ts';

const POSTS: Readonly<Record<string, string>> = {
  other: '/post/other',
  '2019-03-01-other': '/post/other',
  'Die Übung': '/post/uebung',
};
const references: References = {
  named: (name) => POSTS[name.replace(/\.md$/, '')],
  link: (address) =>
    /^(?:\.\.\/)?other(?:\.md)?(?=#|$)/.test(address) ? address.replace(/^[^#]*/, '/post/other') : undefined,
};

/** Tags and links of other programs, and what they are here. */
const HERE = {
  '[x](../other.md#a "T") und [y]( <other.md> )': '[x](/post/other#a "T") und [y](/post/other )',
  '[x][1]\n\n[1]: other.md "T"': '[x][1]\n\n[1]: /post/other "T"',
  '[x]({% post_url 2019-03-01-other %}#a), [y]({{ site.baseurl }}{% link other.md %})':
    '[x](/post/other#a), [y](/post/other)',
  '[x]({{< ref "other.md#a" >}}), [y]({{% relref other %}})': '[x](/post/other#a), [y](/post/other)',
  '[x](@/other.md)': '[x](/other.md)',
  "{% post_link other 'Ein Text' %} {% post_link other %}": '[Ein Text](/post/other) [other](/post/other)',
  '[[Die Übung|hier]], [[Die Übung#Ziel]] und [[other]]':
    '[hier](/post/uebung), [Die Übung](/post/uebung#Ziel) und [other](/post/other)',
  '{% highlight ruby linenos %}\nputs "{{ x }}"\n{% endhighlight %}\n': '```ruby\nputs "{{ x }}"\n```\n',
  '{{< highlight go "linenos=table" >}}\nx := 1\n{{< /highlight >}}': '```go\nx := 1\n```',
  '{% codeblock Titel lang:js %}\nlet a\n{% endcodeblock %}': '```js\nlet a\n```',
  'Das {% raw %}`{{ page.title }}`{% endraw %} und `{% raw %}{{ x }}{% endraw %}`':
    'Das `{{ page.title }}` und `{{ x }}`',
  '```liquid\n{% raw %}{% include x %}{% endraw %}\n```': '```liquid\n{% include x %}\n```',
  '{{</* figure src="a.png" */>}}': '{{< figure src="a.png" >}}',
  '## Die Übung {#ziel .no-toc}\n\n[x](#ziel)': '## Die Übung \n\n[x](#die-uebung)',
  '## Teil\n\n```\n# Teil\n```\n\n## Teil {#b}\n\n[x](#teil-2) [y](#b)':
    '## Teil\n\n```\n# Teil\n```\n\n## Teil \n\n[x](#teil-2) [y](#teil-2)',
};

test.each(Object.entries(HERE))('%s', (given, expected) => {
  expect(ownMarkup(given, references).content).toBe(expected);
});

test.each([
  '[[1]](https://beispiel.example) [[1]][a] \\[[Text]] [[Nichts]]',
  '\\<b>x</b> \\[x\\](a/b) \\![x\\](a.png) a\\<br>b',
  '`[[x]] {% y %}`\n\n~~~\n[a](b.md)\n~~~\n\n> ```\n> ![](a.png)\n> ```\n',
  '[a](https://beispiel.example/a.md) [b](mailto:a@example.org) [c](#d) ![](https://beispiel.example/a.png)',
  '[a](/post/x) [b](/courses/y)',
  'a[^1] $\\frac{1}{2}$ {x}\n\n- [ ] b\n\n[^1]: Text',
])('%s stays', (text) => {
  expect(ownMarkup(text, references).content).toBe(text);
});

const FIGURE = '{{< figure src="a.png" alt="Alt" caption="Unten" >}}';
const NO_PICTURE = '1 picture is not imported: a.png.';
const EMBEDDED = '1 embedded part is a link now.';
const NOT_HERE = '1 link leads to a post or page not imported here';
const COMMENT = 'Without 1 comment that its page did not show.';

test.each([
  ['![Ein Bild](img/a.png "T")', '![Ein Bild](img/a.png "T")', '1 picture is not imported: img/a.png.'],
  ['![[a b.png|300]]', '![](<a b.png>)', '1 picture is not imported: a b.png.'],
  ['<img src="a.png" alt="Alt" width="3">', '![Alt](a.png)', NO_PICTURE],
  ['![]({{ site.baseurl }}/a.png)', '![](/a.png)', '1 picture is not imported: /a.png.'],
  ['{% asset_img a.png Ein Bild %}', '![Ein Bild](a.png)', NO_PICTURE],
  [FIGURE, '![Alt](a.png)\n\nUnten', NO_PICTURE],
  ['[x](a.pdf) [y](b.pdf)', '[x](a.pdf) [y](b.pdf)', '2 linked files are not imported: a.pdf, b.pdf.'],
  ['[x](/about/)', '[x](/about/)', `${NOT_HERE}: /about/.`],
  ['[[Nichts|hier]]', 'hier', `${NOT_HERE}: Nichts.`],
  ['{{< youtube aBc-1 >}}', '<https://www.youtube.com/watch?v=aBc-1>', EMBEDDED],
  ['<iframe width="5" src="//beispiel.example/v"></iframe>', '<https://beispiel.example/v>', EMBEDDED],
  ['{% gist ada/12 %}', '<https://gist.github.com/ada/12>', EMBEDDED],
  ['<a name="x"></a>Text', 'Text', 'Without 1 attribute: <a name="x">.'],
  ['{% include a x=1 %} {% include a %}', '{% include a x=1 %} {% include a %}', 'Stays as text: {% include %} (2).'],
  ['{{< x >}}a{{< /x >}} {{ b.c }}', '{{< x >}}a{{< /x >}} {{ b.c }}', 'Stays as text: {{< x >}}, {{ b.c }}.'],
  ['> [!note] Titel\n> a', '> [!note] Titel\n> a', 'Stays as text: > [!note].'],
  ['a {% comment %}x{% endcomment %}b', 'a b', COMMENT],
  ['a %%geheim%%', 'a ', COMMENT],
  ['Text\n{: .x #y}\n\n*a*{:.z}', 'Text\n\n*a*', 'Without 2 attributes: {: .x #y}, {:.z}.'],
  ['* Inhalt\n{:toc}\n\nText', '\n\nText', 'Without the place of its table of contents.'],
  ['<div class="a">\n<b >x</b>', '<div class="a">\n<b >x</b>', 'HTML stays as text: div, b.'],
])('%s is said', (given, content, note) => {
  expect(ownMarkup(given, references)).toEqual({ content, notes: [note] });
});

/** A pattern that tries each end for each beginning would take minutes. */
test.each(['![', '[a](b ', '{% x ', '{{< x ', '{: .a', '<a ', '<x "', '[a]({{', '# a {', '%%a '])(
  'tags without an end, %j, are read',
  (beginning) => {
    const text = `[a](#b) ${beginning.repeat(5000)}`;
    expect(ownMarkup(text, references).content).toBe(text);
  },
);

/** Each ends in time only if its time grows as its length. */
test.each([
  ['[a]({{', '%}}'],
  ['[a](', '{%%}'],
  ['', '{% raw %}'],
  ['', '{% comment %}'],
  ['', '{{< highlight '],
  ['', '{{< highlight >}}'],
  ['', '~~~ a\n'],
  ['[a](#b)\n# a', ' \t'],
  ['[a](#b)\n# a', ' {#'],
  ['{% highlight a %}x', ' '],
])('%j with 100 kB of %j is read at once', (beginning, part) => {
  const text = `${beginning}${part.repeat(100_000 / part.length)}x {% endhighlight %}`;
  expect(ownMarkup(text, references).content).toMatch(/x/);
});
