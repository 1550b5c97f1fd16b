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

export const FAULTY: Readonly<Record<string, Faulty>> = {
  'style-element': { markup: "<div><style>{'p{color:red}'}</style></div>", said: '<style>' },
  'style-of-a-library': {
    markup: '<div><style data-emotion="css 1" dangerouslySetInnerHTML={{ __html: \'.a{color:red}\' }} /></div>',
    said: '<style data-emotion>',
  },
  'style-attribute': { markup: "<p style={{ color: 'red' }}>A</p>", said: 'style="color:red" of <p>' },
  'style-after-hydration': {
    effect:
      "const style = document.createElement('style'); style.textContent = 'p{color:red}'; document.head.append(style);",
    said: 'the policy (style-src-elem) refuses inline',
  },
  'style-attribute-after-hydration': {
    effect: "document.querySelector('h1')?.setAttribute('style', 'color:red');",
    said: 'the policy (style-src-attr) refuses inline',
  },
  'style-sheet': {
    markup: `<div><link rel="stylesheet" href="${OTHER}/x.css" /></div>`,
    said: 'of <link>: the policy (style-src)',
  },
  'font-preloaded': {
    markup: `<div><link rel="preload" as="font" href="${OTHER}/x.woff2" crossOrigin="" /></div>`,
    said: 'of <link>: the policy (font-src)',
  },
  'font-loaded': {
    effect: `new FontFace('X', 'url(${OTHER}/x.woff2)').load().catch(() => undefined);`,
    said: `the policy (font-src) refuses ${OTHER}/x.woff2`,
  },
  'picture-elsewhere': { markup: `<img src="${OTHER}/x.png" alt="" />`, said: `src="${OTHER}/x.png" of <img>` },
  'picture-sizes-elsewhere': {
    markup: `<img src="data:," srcSet="${OTHER}/x.png 2x" alt="" />`,
    said: `srcset="${OTHER}/x.png" of <img>`,
  },
  'picture-source-elsewhere': {
    markup: `<picture><source srcSet="${OTHER}/x.webp" /><img src="data:," alt="" /></picture>`,
    said: `srcset="${OTHER}/x.webp" of <source>`,
  },
  'poster-elsewhere': { markup: `<video poster="${OTHER}/x.png" />`, said: `poster="${OTHER}/x.png" of <video>` },
  'picture-elsewhere-after-hydration': {
    effect: `new Image().src = '${OTHER}/late.png';`,
    said: `the policy (img-src) refuses ${OTHER}/late.png`,
  },
  'picture-missing': {
    markup: '<img src="/no/such.png" alt="" />',
    said: 'shows the picture /no/such.png, which answers 404',
  },
  'picture-missing-after-hydration': {
    effect: "new Image().src = '/no/late.png';",
    said: 'shows the picture /no/late.png, which answers 404',
  },
  'frame-elsewhere': { markup: `<iframe src="${OTHER}/" title="X" />`, said: 'of <iframe>: the policy (frame-src)' },
  'object-elsewhere': { markup: `<object data="${OTHER}/x.pdf" />`, said: 'of <object>: the policy (object-src)' },
  'form-elsewhere': { markup: `<form action="${OTHER}/" />`, said: 'of <form>: the policy (form-action)' },
  'script-elsewhere': {
    markup: `<div><script src="${OTHER}/x.js" /></div>`,
    said: 'of <script>: the policy (script-src)',
  },
  'script-inline': {
    markup: "<div><script dangerouslySetInnerHTML={{ __html: 'globalThis.x = 1' }} /></div>",
    said: 'a <script> with text',
  },
  'request-elsewhere': {
    effect: `fetch('${OTHER}/data.json').catch(() => undefined);`,
    said: `the policy (connect-src) refuses ${OTHER}/data.json`,
  },
  'socket-elsewhere': {
    effect: "try { new WebSocket('wss://other.example/'); } catch {}",
    said: 'the policy (connect-src) refuses wss://other.example/',
  },
  'beacon-elsewhere': {
    effect: `navigator.sendBeacon('${OTHER}/beacon', 'x');`,
    said: `the policy (connect-src) refuses ${OTHER}/beacon`,
  },
  'html-written': {
    effect: "const div = document.createElement('div'); div.innerHTML = '<b>x</b>';",
    said: 'the policy (require-trusted-types-for) refuses trusted-types-sink',
  },
  'text-evaluated': { effect: "new Function('return 1')();", said: 'the policy (' },
  'machine-code': {
    effect: 'WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(() => undefined);',
    said: 'the policy (script-src) refuses wasm-eval',
  },
  'clock-of-seconds': { markup: '<p>{new Date().toISOString()}</p>', said: 'differs at another time: <p>' },
  'date-of-the-day': {
    markup: "<p>{new Date().toLocaleDateString('de-CH', { timeZone: 'Europe/Zurich' })}</p>",
    said: 'differs at another time: <p>',
  },
  year: { markup: "<p>{'© ' + new Date().getUTCFullYear()}</p>", said: 'differs at another time: <p>©' },
  greeting: {
    markup: "<p>{new Date().getUTCHours() < 12 ? 'Morgen' : 'Tag'}</p>",
    said: 'differs at another time: <p>',
  },
  'date-in-the-zone-of-the-reader': {
    markup: "<p>{new Date(1_700_000_000_000).toLocaleString('de-CH')}</p>",
    said: 'differs at another time: <p>',
  },
  'date-in-the-language-of-the-reader': {
    markup: "<p>{(1234.5).toLocaleString() + new Date(0).toLocaleDateString(undefined, { timeZone: 'UTC' })}</p>",
    said: 'hydrates as another page: ',
  },
  'random-text': { markup: '<p>{Math.random()}</p>', said: 'differs at another time: <p>' },
  'random-attribute': { markup: '<p id={crypto.randomUUID()}>A</p>', said: 'differs at another time: <p id=' },
  'counter-of-renders': {
    top: 'let count = 0;',
    body: 'count += 1;',
    markup: '<p>{count}</p>',
    said: 'differs at another time: <p>',
  },
  'width-of-the-window': {
    markup: `<p>{${isBrowser} ? 0 : innerWidth}</p>`,
    said: 'hydrates as another page: <p>0 and <p>',
  },
  'storage-while-rendering': {
    markup: `<p>{${isBrowser} ? 'first' : (localStorage.getItem('x') ?? 'again')}</p>`,
    said: 'hydrates as another page: <p>first and <p>again',
  },
  'block-in-a-paragraph': { markup: '<p><div>A</div></p>', said: '<div> inside <p>, which browsers end before it' },
  'link-in-a-link': { markup: '<a href="/x"><b><a href="/y">A</a></b></a>', said: '<a> inside <a>' },
  'button-in-a-button': {
    markup: '<button><span><button>A</button></span></button>',
    said: '<button> inside <button>',
  },
  'form-in-a-form': { markup: '<form><form /></form>', said: '<form> inside <form>, where browsers drop it' },
  'row-without-a-body': {
    markup: '<table><tr><td>A</td></tr></table>',
    said: '<tr> inside <table>, where browsers add a <tbody>',
  },
  'row-in-a-block': { markup: '<div><tr><td>A</td></tr></div>', said: '<tr> inside <div>, where browsers drop it' },
  'text-of-a-table': {
    markup: '<table><tbody><div>A</div></tbody></table>',
    said: '<div> inside <table>, which browsers end before it',
  },
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
  'throws-after-hydration': { effect: "throw new Error('kaputt');", said: 'kaputt' },
  'throws-later': { effect: "setTimeout(() => { throw new Error('kaputt'); });", said: 'kaputt' },
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
