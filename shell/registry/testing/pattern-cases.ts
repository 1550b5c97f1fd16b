/** Cases of address ownership, as the registry decides it. */

/** Pairs of patterns that are one address. */
export const ONE_ADDRESS: readonly (readonly [string, string])[] = [
  ['/', '/'],
  ['/post/:slug', '/post/:id'],
  ['/post/:slug', '/Post/:slug'],
  ['/über/:slug', '/Über/:slug'],
  ['/post/:a/edit', '/post/new/:b'],
  ['/admin/*', '/admin/*'],
  ['/a/:b/*', '/a/:c/*'],
  ['/:slug', '/:id'],
];

/** Pairs of patterns that are two addresses. */
export const TWO_ADDRESSES: readonly (readonly [string, string])[] = [
  ['/post/:slug', '/post/new'],
  ['/post/:slug', '/post/:slug/comments'],
  ['/admin/*', '/admin/events'],
  ['/admin/*', '/admin'],
  ['/a/:b/*', '/a/*'],
  ['/a/b/*', '/a/c/*'],
  ['/a/b/*', '/a/:b/:c/:d'],
  ['/', '/suche'],
  ['/:slug', '/suche'],
  ['/:slug', '/admin/*'],
  ['/courses/:slug', '/courses/:course/lessons/:lesson'],
];

/** Patterns that belong to the shell itself. */
export const OF_THE_SHELL = ['/login', '/assets/*', '/assets/x.js', '/platform.json', '/reports'];

/** Resources of two remotes; mf-one also has the page /post/:slug, and mf-other /files/*. */
export const REFUSED_RESOURCES: readonly (readonly [resources: readonly string[], message: string])[] = [
  [['/robots.txt'], 'mf-0 claims /robots.txt, but the shell itself answers /robots.txt'],
  [['/post/feed.xml'], "mf-0 claims /post/feed.xml, but mf-one's page /post/:slug is answered there"],
  [['/files/a/b.png'], "mf-0 claims /files/a/b.png, but mf-other's page /files/* is answered there"],
  [['/rss.xml', '/rss.xml'], 'mf-1 claims /rss.xml, which mf-0 owns'],
  [['/img/:a/x.png', '/img/:b/x.png'], 'mf-1 claims /img/:b/x.png, which mf-0 owns as /img/:a/x.png'],
];

export const FINE_RESOURCES: readonly (readonly string[])[] = [['/post/:slug/vorschau.png'], ['/rss.xml', '/atom.xml']];
