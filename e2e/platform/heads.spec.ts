import { type APIRequestContext, expect, test } from '@playwright/test';

async function headOf(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  const [head = ''] = (await answer.text()).split('</head>');
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
  return {
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1],
    content,
  };
}

test('Staff’s addresses have a true title before anybody signs in, and no index holds them', { tag: '@smoke' }, async ({
  request,
}) => {
  for (const path of ['/admin', '/admin/courses', '/admin/posts/edit/1', '/admin/nirgends']) {
    const { title, content, canonical } = await headOf(request, path);
    expect([title, content('robots'), canonical], path).toEqual(['Admin · KI-Lernplattform', 'noindex', undefined]);
  }
});

test('Reader finds title and canonical address on the placeholder pages', async ({ request, baseURL }) => {
  const seen = new Set<string | undefined>();
  for (const path of ['/elemente', '/chatgpt-lernziele']) {
    const { content, canonical } = await headOf(request, `${path}?utm_source=a`);
    expect([canonical, content('og:url'), content('robots')]).toEqual([baseURL + path, baseURL + path, 'noindex']);
    expect(content('og:title')).toMatch(/KI$/);
    expect(content('og:description')).toBe(content('description'));
    seen.add(content('description'));
  }
  expect(seen.size).toBe(2);
  expect(seen).not.toContain(undefined);
});

test('Reader who shares a lesson shares what it is about', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const lessons = [...sitemap.matchAll(/<loc>([^<]*\/lessons\/[^<]*)<\/loc>/g)].slice(0, 5).map(([, found]) => found);
  expect(lessons.length).toBeGreaterThan(1);
  const seen = new Set<string | undefined>();
  for (const lesson of lessons) {
    const { content, canonical } = await headOf(request, String(lesson));
    expect(canonical).toBe(lesson);
    expect(content('description')?.length).toBeGreaterThan(20);
    expect(content('description')?.length).toBeLessThanOrEqual(160);
    expect(content('og:description')).toBe(content('description'));
    seen.add(content('description'));
  }
  expect(seen.size).toBe(lessons.length);
});
