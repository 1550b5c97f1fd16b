import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { crossByLinks, followPageLinks, prefetchDocument, unmarkReusedLinks } from './links.ts';

const navigate = vi.fn(async () => undefined);
const cross = vi.fn((link: HTMLAnchorElement) => link.pathname === '/other');
let taken = false;
beforeAll(() => {
  crossByLinks(cross);
  followPageLinks({ navigate });
  // This listener runs last and prevents navigations of the test's own document.
  addEventListener('click', (event) => {
    taken = event.defaultPrevented;
    event.preventDefault();
  });
});
beforeEach(() => {
  navigate.mockClear();
  cross.mockClear();
});

/** Clicks a link; `true` when the shell prevented the browser's navigation. */
function click(html: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  document.querySelector('a b, a')?.dispatchEvent(event);
  return taken;
}

test('a plain link of this site is a client navigation', () => {
  expect(click('<a href="/workshops?q=ki#liste"><b>Workshops</b></a>')).toBe(true);
  expect(navigate).toHaveBeenCalledWith('/workshops?q=ki#liste');
});

test.each([
  ['another site', '<a href="https://example.org/">x</a>', {}],
  ['a new tab', '<a href="/workshops" target="_blank">x</a>', {}],
  ['a download', '<a href="/workshops" download>x</a>', {}],
  ['a file', '<a href="/feed.xml">x</a>', {}],
  ['a place on this page', '<a href="#abschnitt">x</a>', {}],
  ['a click for a new tab', '<a href="/workshops">x</a>', { ctrlKey: true }],
  ['the middle button', '<a href="/workshops">x</a>', { button: 1 }],
] as const)('%s is left to the browser', (_what, html, init) => {
  expect(click(html, init)).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
});

test('a press that crosses is left to the browser, and neither React nor the router see it', () => {
  const pressed = vi.fn();
  document.body.innerHTML = '<a href="/other">x</a>';
  const link = document.querySelector('a');
  link?.addEventListener('click', pressed);
  // A test's own document must not navigate.
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
  link?.click();
  expect(cross).toHaveBeenCalledOnce();
  expect(pressed).not.toHaveBeenCalled();
  expect(navigate).not.toHaveBeenCalled();
});

test('a click for a new tab crosses nothing', () => {
  expect(click('<a href="/other">x</a>', { ctrlKey: true })).toBe(false);
  expect(cross).not.toHaveBeenCalled();
});

afterEach(() => {
  document.body.innerHTML = '';
});

test('a link that is used for another address has its new document prefetched by the next intent only', async () => {
  const fetched = vi.fn(async (_address: string) => new Response());
  vi.stubGlobal('fetch', fetched);
  unmarkReusedLinks();
  document.body.innerHTML = '<a href="/course-matrix">x</a>';
  const link = document.querySelector('a') as HTMLAnchorElement;
  prefetchDocument(link);
  prefetchDocument(link);
  link.setAttribute('href', '/workshops');
  // Speculation rules select links by the mark.
  await vi.waitFor(() => expect(link.attributes).toHaveLength(1));
  expect(fetched).toHaveBeenCalledTimes(1);
  prefetchDocument(link);
  expect(fetched.mock.calls.map(([address]) => new URL(address).pathname)).toEqual(['/course-matrix', '/workshops']);
});
