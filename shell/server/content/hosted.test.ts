import { connect } from '@ki/shared/data/clients.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FollowedContent, followContent } from './follow.ts';
import { hostedProject } from './testing/hosted-project.ts';
import { versionsOf } from './testing/versions-of.ts';

let project: Awaited<ReturnType<typeof hostedProject>>;
let content: FollowedContent;
let version: string;
beforeEach(async () => {
  version = '1';
  project = await hostedProject(() => versionsOf(version));
  const supabase = { url: project.url, key: 'public-key' };
  connect(supabase);
  content = await followContent({ port: 0, dataDir: '/nowhere', siteUrl: 'http://site', supabase });
});
afterEach(() => project.close());

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const questions = () => project.asked.filter((address) => address.includes('/rpc/')).length;
const expectJoined = () => vi.waitFor(() => expect(project.channels()).toEqual(['realtime:content']), 20_000);

test('it listens to a public channel with the key that everybody has', async () => {
  await expectJoined();
  expect(project.asked).toContainEqual(expect.stringMatching(/^\/realtime\/v1\/websocket\?.*apikey=public-key/));
});

test('an answer holds for a while, until a change is broadcast', async () => {
  await expectJoined();
  const changed = vi.fn();
  content.onChange(changed);
  stopClock();
  expect(await content.current()).toMatchObject({ posts: '1' });
  version = '2';
  expect(await content.current()).toMatchObject({ posts: '1' });
  expect(questions()).toBe(1);
  changed.mockClear();
  project.broadcast();
  await expect.poll(() => changed.mock.calls.length).toBe(1);
  expect(await content.current()).toMatchObject({ posts: '2' });
  expect(questions()).toBe(2);
});

test('without a broadcast too a change shows, when the answer no longer holds', async () => {
  stopClock();
  await content.current();
  version = '2';
  vi.advanceTimersByTime(1_000);
  expect(await content.current()).toMatchObject({ posts: '2' });
});

test('a channel that was cut is joined again', async () => {
  await expectJoined();
  project.cut();
  await vi.waitFor(() => expect(project.channels()).toEqual([]));
  await expectJoined();
}, 30_000);
