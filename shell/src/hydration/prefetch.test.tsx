import { afterEach, expect, test, vi } from 'vitest';
import { prefetchDocument, unmarkReusedLinks } from './links.ts';

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
