import { expect, test } from 'vitest';
import { openedAt } from './testing/opened-at.ts';

const WITHOUT_ORIGIN = '20261205070000';
const WITH_ORIGIN = '20261205075000';
const { execute, query, migrate } = openedAt(WITHOUT_ORIGIN);

test('posts that article generation or a workflow names are generated from the migration on, and nothing else of them changes', async () => {
  await execute(`
    insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'anna@example.com');
    insert into public.posts (title, slug, content)
    select s, s, s from unnest(array['claimed', 'idea', 'search', 'by-hand']) s;
    insert into private.article_claims (user_id, asked, post_id)
    select '00000000-0000-4000-8000-000000000001', '', p.id from public.posts p where p.slug = 'claimed';
    insert into public.workflows (workflow_type, status, output_data)
    select 'gemini_blog_ideas', 'completed', case p.slug
      when 'idea' then jsonb_build_object('items', jsonb_build_array('{}'::jsonb, jsonb_build_object('post_id', p.id)))
      else jsonb_build_object('content', p.id, 'post_id', p.id)
    end
    from public.posts p where p.slug in ('idea', 'search')
    union all select 'gemini_blog_ideas', 'completed', '{"items": "none", "post_id": {"not": "an id"}}';
  `);
  const posts = () => query("select to_jsonb(p) - 'ai' as post from public.posts p order by slug");
  const entries = () => query('select id from public.trail order by id');
  const before = await posts();
  const written = await entries();
  await migrate(WITH_ORIGIN);
  expect(await query('select slug, ai from public.posts order by slug')).toEqual([
    { slug: 'by-hand', ai: 'none' },
    { slug: 'claimed', ai: 'generated' },
    { slug: 'idea', ai: 'generated' },
    { slug: 'search', ai: 'generated' },
  ]);
  expect([await posts(), await entries()]).toEqual([before, written]);
  await execute("update public.posts set title = 'Anders' where slug = 'idea'");
  expect(await query("select ai from public.posts where slug = 'idea' and updated_at > created_at")).toHaveLength(1);
  expect(await entries()).toHaveLength(written.length + 1);
});
