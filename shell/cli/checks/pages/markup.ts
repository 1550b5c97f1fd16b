import { fromHtml } from 'hast-util-from-html';

type Root = ReturnType<typeof fromHtml>;
type Nodes = Root | Root['children'][number];
type Element = Extract<Nodes, { type: 'element' }>;

/** Without the tags in comments and in elements of text. */
const TAG = /<!--.*?-->|<(script|style|textarea|title)\b[^>]*>.*?<\/\1>|<(\/?)([a-z][^\s/>]*)[^>]*>/gis;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

interface Tag {
  readonly name: string;
  /** Where its start tag is in the HTML; `undefined` for an element that the parser added. */
  readonly offset: number | undefined;
  readonly parents: readonly Tag[];
}

/** The elements as their tags nest them. */
function writtenIn(html: string): readonly Tag[] {
  const found: Tag[] = [];
  const open: Tag[] = [];
  for (const { 0: text, 1: ofText, 2: slash, 3: named = '', index } of html.matchAll(TAG)) {
    const name = (ofText ?? named).toLowerCase();
    if (slash)
      open.splice(
        Math.max(
          0,
          open.findLastIndex((tag) => tag.name === name),
        ),
      );
    else if (name) {
      const tag = { name, offset: index, parents: [...open] };
      found.push(tag);
      if (!ofText && !VOID.test(name) && !text.endsWith('/>')) open.push(tag);
    }
  }
  return found;
}

type Visit = (element: Element, parents: readonly Element[]) => void;

function walk(node: Nodes, visit: Visit, parents: readonly Element[] = []): void {
  if (node.type === 'element') visit(node, parents);
  if (!('children' in node)) return;
  for (const child of node.children) walk(child, visit, node.type === 'element' ? [...parents, node] : parents);
}

const offsetOf = ({ position }: Element) => position?.start.offset;

/** The first element that a parser puts elsewhere than its tags say: hydration finds another tree. */
function nestingFault(html: string, tree: Nodes): string | null {
  const parsed = new Map<number | undefined, readonly Element[]>();
  // Parsers repeat elements that tags end too late.
  walk(tree, (element, parents) => parsed.has(offsetOf(element)) || parsed.set(offsetOf(element), parents));
  for (const { name, offset, parents } of writtenIn(html)) {
    const found = parsed.get(offset);
    const parent = parents.at(-1)?.name;
    if (!found) return `<${name}> inside <${parent}>, where browsers drop it`;
    const lost = parents.find((tag) => !found.some((element) => offsetOf(element) === tag.offset));
    if (lost) return `<${name}> inside <${lost.name}>, which browsers end before it`;
    const added = found.find((element) => offsetOf(element) === undefined);
    if (added) return `<${name}> inside <${parent}>, where browsers add a <${added.tagName}>`;
  }
  return null;
}

/** The attributes that name something to load, and the directives that allow it. */
const LOADS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  img: { src: 'img-src', srcSet: 'img-src' },
  image: { href: 'img-src', xLinkHref: 'img-src' },
  source: { src: 'media-src', srcSet: 'img-src' },
  video: { src: 'media-src', poster: 'img-src' },
  audio: { src: 'media-src' },
  track: { src: 'media-src' },
  iframe: { src: 'frame-src' },
  embed: { src: 'object-src' },
  object: { data: 'object-src' },
  script: { src: 'script-src' },
  form: { action: 'form-action' },
  button: { formAction: 'form-action' },
  input: { formAction: 'form-action' },
};

const LINKS: Readonly<Record<string, string>> = { stylesheet: 'style-src', icon: 'img-src', manifest: 'manifest-src' };
const PRELOADS: Readonly<Record<string, string>> = {
  font: 'font-src',
  style: 'style-src',
  image: 'img-src',
  script: 'script-src',
  fetch: 'connect-src',
};

interface Loaded {
  readonly attribute: string;
  readonly directive: string;
  readonly address: string;
}

const textsOf = (value: unknown) => (Array.isArray(value) ? value : [value]).map((one) => String(one ?? ''));

function loadedBy({ tagName, properties }: Element): readonly Loaded[] {
  const loads =
    tagName === 'link'
      ? {
          href: textsOf(properties.rel).includes('preload')
            ? PRELOADS[String(properties.as)]
            : LINKS[textsOf(properties.rel)[0] ?? ''],
        }
      : LOADS[tagName];
  return Object.entries(loads ?? {}).flatMap(([attribute, directive]) =>
    textsOf(properties[attribute]).flatMap((text) => {
      const [address = ''] = text.trim().split(/\s+/);
      return directive && address ? [{ attribute: attribute.toLowerCase(), directive, address }] : [];
    }),
  );
}

export interface Site {
  readonly url: string;
  /** The content security policy of the page. */
  readonly policy: string;
}

const sourcesOf = (policy: string, directive: string) => {
  const all = new Map(policy.split(';').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]));
  return all.get(directive) ?? all.get('default-src') ?? [];
};

function isAllowed({ url: site, policy }: Site, directive: string, url: URL): boolean {
  return sourcesOf(policy, directive).some((source) => {
    if (source === "'self'") return url.origin === new URL(site).origin;
    if (source.endsWith(':')) return url.protocol === source;
    return url.href.startsWith(source) || url.host === source;
  });
}

function refusalOf(element: Element, site: Site): string | null {
  const { tagName, properties, children } = element;
  if (tagName === 'style')
    return `<style${describedBy(element)}>: the policy allows the styles of styled-components only`;
  if (properties.style !== undefined)
    return `style="${short(String(properties.style))}" of <${tagName}>: use styled-components`;
  if (tagName === 'script' && properties.src === undefined && isCode(properties.type) && children.length > 0)
    return 'a <script> with text: the policy allows none';
  for (const { attribute, directive, address } of loadedBy(element)) {
    const url = URL.parse(address, site.url);
    if (!url || !isAllowed(site, directive, url))
      return `${attribute}="${short(address)}" of <${tagName}>: the policy (${directive}) refuses it`;
  }
  return null;
}

const isCode = (type: unknown) => type === undefined || /javascript|module/.test(String(type));

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

const describedBy = ({ properties }: Element) =>
  Object.keys(properties)
    .slice(0, 1)
    .map((name) => ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    .join('');

/** The faults of a page's HTML that need no browser: what the policy refuses, and tags that browsers nest otherwise. */
export function faultsOfMarkup(html: string, site: Site): readonly string[] {
  const whole = `<div>${html}</div>`;
  const tree = fromHtml(whole, { fragment: true });
  const faults: (string | null)[] = [nestingFault(whole, tree)];
  walk(tree, (element) => faults.push(refusalOf(element, site)));
  return [...new Set(faults)].filter((fault) => fault !== null);
}

/** The addresses of the pictures on the site itself. */
export function ownPictures(html: string, { url: site }: Site): readonly string[] {
  const found: string[] = [];
  walk(fromHtml(html, { fragment: true }), (element) => {
    for (const { directive, address } of loadedBy(element)) {
      const url = URL.parse(address, site);
      if (directive === 'img-src' && url?.origin === new URL(site).origin) found.push(url.pathname + url.search);
    }
  });
  return [...new Set(found)];
}
