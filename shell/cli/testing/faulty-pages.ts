/** Pages whose faults the policy of the shell, a parser, another time or hydration shows, each with what is said of it. */
interface Faulty {
  /** The value of the component's `return`. */
  readonly markup?: string;
  /** Statements of the component before it. */
  readonly body?: string;
  /** Statements that run after hydration. */
  readonly effect?: string;
  /** Declarations of the module. */
  readonly top?: string;
  readonly said: string;
}

const OTHER = 'https://other.example';
const isBrowser = "typeof window === 'undefined'";

/** A page with this markup. */
const shows = (markup: string, said: string): Faulty => ({ markup, said });
/** A page that does this after hydration. */
const does = (effect: string, said: string): Faulty => ({ effect, said });

export const FAULTY: Readonly<Record<string, Faulty>> = {
  'style-element': shows("<div><style>{'p{color:red}'}</style></div>", '<style>'),
  'style-of-a-library': shows(
    '<div><style data-emotion="css 1" dangerouslySetInnerHTML={{ __html: \'.a{color:red}\' }} /></div>',
    '<style data-emotion>',
  ),
  'style-attribute-after-hydration': does(
    "document.querySelector('h1')?.setAttribute('style', 'color:red');",
    'the policy (style-src-attr) refuses inline',
  ),
  'style-sheet': shows(
    `<div><link rel="stylesheet" href="${OTHER}/x.css" /></div>`,
    'of <link>: the policy (style-src)',
  ),
  'font-preloaded': shows(
    `<div><link rel="preload" as="font" href="${OTHER}/x.woff2" crossOrigin="" /></div>`,
    'of <link>: the policy (font-src)',
  ),
  'picture-elsewhere': shows(`<img src="${OTHER}/x.png" alt="" />`, `src="${OTHER}/x.png" of <img>`),
  'picture-source-elsewhere': shows(
    `<picture><source srcSet="${OTHER}/x.webp" /><img src="data:," alt="" /></picture>`,
    `srcset="${OTHER}/x.webp" of <source>`,
  ),
  'poster-elsewhere': shows(`<video poster="${OTHER}/x.png" />`, `poster="${OTHER}/x.png" of <video>`),
  'picture-missing': shows('<img src="/no/such.png" alt="" />', 'shows the picture /no/such.png, which answers 404'),
  'picture-missing-after-hydration': does(
    "new Image().src = '/no/late.png';",
    'shows the picture /no/late.png, which answers 404',
  ),
  'frame-elsewhere': shows(`<iframe src="${OTHER}/" title="X" />`, 'of <iframe>: the policy (frame-src)'),
  'object-elsewhere': shows(`<object data="${OTHER}/x.pdf" />`, 'of <object>: the policy (object-src)'),
  'form-elsewhere': shows(`<form action="${OTHER}/" />`, 'of <form>: the policy (form-action)'),
  'script-elsewhere': shows(`<div><script src="${OTHER}/x.js" /></div>`, 'of <script>: the policy (script-src)'),
  'script-inline': shows(
    "<div><script dangerouslySetInnerHTML={{ __html: 'globalThis.x = 1' }} /></div>",
    'a <script> with text',
  ),
  'request-elsewhere': does(
    `fetch('${OTHER}/data.json').catch(() => undefined);`,
    `the policy (connect-src) refuses ${OTHER}/data.json`,
  ),
  'html-written': does(
    "const div = document.createElement('div'); div.innerHTML = '<b>x</b>';",
    'the policy (require-trusted-types-for) refuses trusted-types-sink',
  ),
  'machine-code': does(
    'WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(() => undefined);',
    'the policy (script-src) refuses wasm-eval',
  ),
  year: shows("<p>{'© ' + new Date().getUTCFullYear()}</p>", 'differs at another time: <p>©'),
  greeting: shows("<p>{new Date().getUTCHours() < 12 ? 'Morgen' : 'Tag'}</p>", 'differs at another time: <p>'),
  'date-in-the-zone-of-the-reader': shows(
    "<p>{new Date(1_700_000_000_000).toLocaleString('de-CH')}</p>",
    'differs at another time: <p>',
  ),
  'date-in-the-language-of-the-reader': shows(
    "<p>{(1234.5).toLocaleString() + new Date(0).toLocaleDateString(undefined, { timeZone: 'UTC' })}</p>",
    'hydrates as another page: ',
  ),
  'random-attribute': shows('<p id={crypto.randomUUID()}>A</p>', 'differs at another time: <p id='),
  'counter-of-renders': {
    top: 'let count = 0;',
    body: 'count += 1;',
    markup: '<p>{count}</p>',
    said: 'differs at another time: <p>',
  },
  'width-of-the-window': shows(`<p>{${isBrowser} ? 0 : innerWidth}</p>`, 'hydrates as another page: <p>0 and <p>'),
  'storage-while-rendering': shows(
    `<p>{${isBrowser} ? 'first' : (localStorage.getItem('x') ?? 'again')}</p>`,
    'hydrates as another page: <p>first and <p>again',
  ),
  'block-in-a-paragraph': shows('<p><div>A</div></p>', '<div> inside <p>, which browsers end before it'),
  'link-in-a-link': shows('<a href="/x"><b><a href="/y">A</a></b></a>', '<a> inside <a>'),
  'form-in-a-form': shows('<form><form /></form>', '<form> inside <form>, where browsers drop it'),
  'row-without-a-body': shows(
    '<table><tr><td>A</td></tr></table>',
    '<tr> inside <table>, where browsers add a <tbody>',
  ),
  'throws-on-the-server': {
    body: "if (isServer) throw new Error('kaputt');",
    top: `const isServer = ${isBrowser};`,
    said: 'kaputt',
  },
  'throws-in-browsers': {
    body: "if (!isServer) throw new Error('kaputt');",
    top: `const isServer = ${isBrowser};`,
    said: 'kaputt',
  },
  'throws-later': does("setTimeout(() => { throw new Error('kaputt'); });", 'kaputt'),
  'hydrates-without-end': {
    body: `if (!(${isBrowser})) use(new Promise(() => undefined));`,
    said: 'is not hydrated from here on: <section>',
  },
};

/** Pages that do the same as they should. */
export const GOOD: Readonly<Record<string, Omit<Faulty, 'said'>>> = {
  'clock-after-hydration': {
    body: "const [now, setNow] = useState('');",
    effect: 'setNow(String(Date.now()));',
    markup: '<time>{now}</time>',
  },
  'zone-of-the-site': {
    markup: "<p>{new Date(0).toLocaleString('de-CH', { timeZone: 'Europe/Zurich' })}</p>",
  },
  'style-of-the-site': { top: 'const Red = styled.p`color: red;`;', markup: '<Red id={useId()}>A</Red>' },
  'nesting-of-html': {
    markup:
      '<div><table><tbody><tr><td><p>A<br />B</p></td></tr></tbody></table><svg><foreignObject><p>C</p></foreignObject></svg><textarea defaultValue="<p>" /></div>',
  },
  'style-by-script': { effect: "const { style } = document.body; style.setProperty('color', 'red');" },
  'picture-in-the-page': { markup: '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="" loading="lazy" />' },
  'video-of-a-service': { markup: '<iframe src="https://player.vimeo.com/video/1" title="X" loading="lazy" />' },
  list: { markup: '<a href="/record/7">A</a>' },
};

/** A page with an address for each record. */
export const BY_RECORD: Readonly<Record<string, Omit<Faulty, 'said'>>> = {
  record: { markup: "<p style={{ color: 'red' }}>A</p>" },
  nowhere: {},
};

const FOR_A_FILE = Buffer.alloc(20_000, 1);

export const REFUSED_FILES: Readonly<Record<string, string | Buffer>> = {
  'a.css': 'p { color: red }',
  'b.module.css': '.b { color: red }',
  'c.png': FOR_A_FILE,
  'd.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(20_000)}--></svg>`,
  'e.woff2': FOR_A_FILE,
  'f.mp4': FOR_A_FILE,
  'g.pdf': FOR_A_FILE,
  'h.wasm': FOR_A_FILE,
  'i.ts': 'postMessage(1);',
  'j.ts': "export const address = process.env.API_URL + '/x';",
};

export const REFUSED_PAGE = `import './a.css';
import { b } from './b.module.css';
import c from './c.png';
import d from './d.svg';
import { address } from './j.ts';

const files = [
  new URL('./e.woff2', import.meta.url),
  new URL('./f.mp4', import.meta.url),
  new URL('./g.pdf', import.meta.url),
  new URL('./h.wasm', import.meta.url),
];

export function Component() {
  const work = () => new Worker(new URL('./i.ts', import.meta.url));
  return <p onClick={work} className={b}>{[c, d, address, ...files.map(String)].join(' ')}</p>;
}
`;

/** What the build says, by source. */
export const REFUSED: readonly (readonly [string, string])[] = [
  ['src/a.css', 'would be a file that no page may load: write its rules with styled-components'],
  ['src/b.module.css', 'would be a file that no page may load: write its rules with styled-components'],
  ['src/c.png', 'would be a file that no page may load: show a picture of the library'],
  ['src/d.svg', 'would be a file that no page may load: show a picture of the library'],
  ['src/e.woff2', 'would be a file that no page may load: use the fonts of the site'],
  ['src/f.mp4', 'would be a file that no page may load: use scripts only'],
  ['src/g.pdf', 'would be a file that no page may load: use scripts only'],
  ['src/h.wasm', 'would be a file that no page may load: use scripts only'],
  ['.js', 'would be a worker, which no page may start from another host'],
  ['src/j.ts', 'reads process.env.API_URL, which no browser has'],
];

export function sourceOf({ markup = '<h1>A</h1>', body = '', effect = '', top = '' }: Omit<Faulty, 'said'>): string {
  return `import { use, useEffect, useId, useState } from 'react';
import styled from 'styled-components';
${top}
export function Component() {
  ${body}
  useEffect(() => { ${effect} }, []);
  void [use, useId, useState, styled];
  return <section><h1>A</h1>${markup}</section>;
}
`;
}
