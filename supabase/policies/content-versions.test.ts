import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;

const TOPICS = 'ads categories courses matrix pages pictures posts redirects registry site workshops'.split(' ');

const { contentVersions: versions, change } = givenRecords(backend);

/** The cache tags that have another version after a script of SQL. */
async function changedBy(script: string): Promise<string[]> {
  const before = await versions();
  await owner.execute(script);
  const after = await versions();
  return TOPICS.filter((topic) => before[topic] !== after[topic]);
}

const NEW_POST = `insert into posts (title, slug, content, published_at) values ('Neu', 'neu', 'Text',`;
const NEW_AD = `insert into ads (title, subtitle, description, cta_url, type, offer_id, is_active) values ('N', 'N', 'N', '/',`;

describe('Content that visitors see', () => {
  test.each([
    ['a category', ['categories'], "insert into categories (name, slug) values ('Neu', 'neu')"],
    ['the name of a category', ['categories'], `update categories set name = 'Neu' where id = '${ids.category}'`],
    ['a new post', ['posts'], `${NEW_POST} now())`],
    ['a post that becomes public while it is saved', ['posts'], `${NEW_POST} now() + interval '1 second')`],
    ['a published post', ['posts'], `update posts set content = 'Neu' where id = '${ids.publishedPost}'`],
    ['publishing a draft', ['posts'], `update posts set published_at = now() where id = '${ids.draftPost}'`],
    ['taking a post back', ['posts'], `update posts set published_at = null where id = '${ids.publishedPost}'`],
    ['a deleted post', ['posts', 'redirects'], `delete from posts where id = '${ids.publishedPost}'`],
    ['one post of many', ['posts'], "update posts set author = 'Neu'"],
    ['all posts at once', ['posts'], 'truncate posts cascade'],
    ['an active ad', ['ads'], `update ads set subtitle = 'Neu' where id = '${ids.activeAd}'`],
    ['an ad that becomes active', ['ads'], "update ads set is_active = true where type = 'other'"],
    ['an ad that was active', ['ads'], `update ads set is_active = false where id = '${ids.activeAd}'`],
    ['a category of workshops', ['workshops'], "update workshop_categories set name = 'Neu'"],
    ['a workshop', ['workshops'], "update workshops set title = 'Neu'"],
    ['a category of courses', ['courses'], "update course_categories set name = 'Neu'"],
    ['a published course', ['courses'], `update courses set description = 'Neu' where id = '${ids.course}'`],
    ['publishing a course', ['courses'], `update courses set is_published = true where id = '${ids.draftCourse}'`],
    ['taking a course back', ['courses'], `update courses set is_published = false where id = '${ids.course}'`],
    ['a module of a published course', ['courses'], `update modules set title = 'N' where id = '${ids.firstModule}'`],
    ['a deleted module', ['courses'], `delete from modules where id = '${ids.firstModule}'`],
    ['a lesson of a published course', ['courses'], `update lessons set content = 'N' where id = '${ids.lessonA}'`],
    ['a lesson moved into a draft', ['courses'], `update lessons set module_id = '${ids.moduleOfDraft}'`],
    ['what stands in the matrix', ['matrix'], "update matrix_workshops set title = 'Neu'"],
    ['an axis of the matrix', ['matrix'], "update matrix_levels set name = 'Neu'"],
    ['a goal of the matrix', ['matrix'], 'delete from matrix_workshop_learning_objectives'],
    ['a move of the registry', ['registry'], 'select shipping.begin_move()'],
    ['several tags', ['posts', 'redirects', 'workshops'], "update workshops set title = 'Neu'; delete from posts"],
  ])('changes a version: %s', async (_, topics, script) => {
    expect(await changedBy(script)).toEqual(topics);
  });
});

describe('Content that no visitor sees', () => {
  test.each([
    ['a draft', `${NEW_POST} null)`],
    ['a changed draft', `update posts set content = 'Neu' where id = '${ids.draftPost}'`],
    ['a scheduled post', `update posts set content = 'Neu' where id = '${ids.scheduledPost}'`],
    ['another time for it', `update posts set published_at = 'infinity' where id = '${ids.scheduledPost}'`],
    ['a deleted draft', `delete from posts where id = '${ids.draftPost}'`],
    ['an ad that is not active', "update ads set subtitle = 'Neu' where not is_active"],
    ['a draft of a course', `update courses set title = 'Neu' where id = '${ids.draftCourse}'`],
    ['a module of it', `update modules set title = 'Neu' where id = '${ids.moduleOfDraft}'`],
    ['a lesson of it', `update lessons set content = 'Neu' where id = '${ids.lessonOfDraft}'`],
    ['a deleted draft of a course', `delete from courses where id = '${ids.draftCourse}'`],
    ['saving without a change', 'update posts set title = title; update courses set title = title'],
    ['no row', 'update posts set title = title where false; delete from workshops where false'],
    ['a sign-in', 'update auth.users set last_sign_in_at = now()'],
    ['a prompt', "update prompts set prompt_text = 'Neu'"],
    ['a workflow', "update workflows set status = 'failed'"],
    ['a rolled back change', "begin; update posts set title = 'Neu'; update workshops set title = 'Neu'; rollback"],
    ['a rolled back savepoint', "begin; savepoint a; update posts set title = 'N'; rollback to a; commit"],
  ])('changes no version: %s', async (_, script) => {
    expect(await changedBy(script)).toEqual([]);
  });
});

describe('The offer of an active ad', () => {
  beforeEach(() =>
    owner.execute(`${NEW_AD} 'team', '${ids.workshop}', true); ${NEW_AD} 'other', '${ids.course}', true)`),
  );

  test.each([
    ['the title of a workshop', ['ads', 'workshops'], "update workshops set title = 'Neu'"],
    ['the rest of a workshop', ['workshops'], "update workshops set description = 'Neu'"],
    ['a deleted workshop', ['ads', 'workshops'], 'delete from workshops'],
    ['the title of a course', ['ads', 'courses'], `update courses set title = 'Neu' where id = '${ids.course}'`],
    ['the rest of a course', ['courses'], `update courses set description = 'Neu' where id = '${ids.course}'`],
    ['a course taken back', ['ads', 'courses'], `update courses set is_published = false where id = '${ids.course}'`],
    ['all workshops at once', ['ads', 'workshops'], 'truncate workshops'],
  ])('changes the version of ads only if ads show it: %s', async (_, topics, script) => {
    expect(await changedBy(script)).toEqual(topics);
  });

  test('changes none while no ad is active', async () => {
    await owner.execute('update ads set is_active = false');
    expect(await changedBy("update workshops set title = 'Neu'")).toEqual(['workshops']);
  });
});

test.each(roles)('A %s gets the same versions as everybody', async (role) => {
  expect(Object.keys(await versions()).sort()).toEqual(TOPICS);
  expect((await as[role].rpc('content_versions')).data).toEqual(await versions());
});

test('A scheduled post changes the version when its time comes', async () => {
  await owner.execute(`${NEW_POST} now() + interval '3 seconds')`);
  const before = await versions();
  await expect.poll(async () => (await versions()).posts, { timeout: 20_000 }).not.toBe(before.posts);
});

test('No changed tag stays in the table after a transaction', async () => {
  await owner.execute(`update posts set title = 'Neu'; update workshops set title = 'Neu'; ${NEW_POST} null)`);
  expect(await owner.query('select from private.changed_topics')).toEqual([]);
});

test('Every table that visitors read has the triggers', async () => {
  const unwatched = await owner.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege('anon', oid, 'select')
       and (select count(*) from pg_trigger where tgrelid = c.oid and tgname like 'watch\\_%') <> 4`,
  );
  expect(unwatched).toEqual([]);
});

describe('With Supabase Realtime', () => {
  const realtime = (body: string) => `
    create schema realtime;
    create table realtime.sent (payload jsonb, event text, topic text, private boolean);
    create function realtime.send(payload jsonb, event text, topic text, private boolean) returns void
    language plpgsql as $$ begin ${body} end $$;
    grant usage on schema realtime to public;
  `;
  const sent = () => owner.query('select * from realtime.sent');
  afterEach(() => owner.execute('drop schema realtime cascade'));

  test('a write is broadcast in the private channel', async () => {
    await owner.execute(realtime('insert into realtime.sent values (payload, event, topic, private);'));
    await change('workshops', ids.workshop, { title: 'Neu' });
    await change('posts', ids.draftPost, { title: 'Neu' });
    const payload = { workshops: (await versions()).workshops };
    expect(await sent()).toEqual([{ payload, event: 'changed', topic: 'content', private: true }]);
  });

  test('a failing broadcast fails no write', async () => {
    await owner.execute(realtime("raise 'no room';"));
    expect(await changedBy("update workshops set title = 'Neu'")).toEqual(['workshops']);
    expect(await sent()).toEqual([]);
  });
});
