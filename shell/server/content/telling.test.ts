import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { announcedTelling } from './announced.ts';
import { followTelling } from './telling.ts';
import { tellingBackend } from './testing/telling-backend.ts';
import { versionsOf } from './testing/versions-of.ts';

const URL = 'http://127.0.0.1:54321';

let backend: Awaited<ReturnType<typeof tellingBackend>>;
let followed: Awaited<ReturnType<typeof followTelling>>;
let changes: string[];
beforeEach(async () => {
  backend = await tellingBackend(URL);
  await backend.listen();
  backend.tell(versionsOf('1'));
  followed = await follow();
});
afterEach(() => backend.remove());

function follow() {
  const { dataDir } = backend;
  const heard: string[] = [];
  changes = heard;
  return followTelling(
    () => announcedTelling(dataDir, URL),
    () => heard.push('changed'),
  );
}

const current = async () => (await followed.current())?.posts ?? null;
/** Waits for the connection, or for the next one. */
const expectHeard = (text: string) => vi.waitFor(async () => expect(await current()).toBe(text), 10_000);
const seen = (id: number) => vi.waitFor(() => expect(backend.heard).toContainEqual({ kind: 'seen', id }));

test('it says by which secret it may hear, and knows what is told', async () => {
  await expectHeard('1');
  expect(backend.heard[0]).toEqual({ kind: 'hello', secret: 'known to both' });
  expect(followed.isFound()).toBe(true);
});

test('a change that it says it has seen is used at once, without a question', async () => {
  await expectHeard('1');
  await seen(backend.tell(versionsOf('2')));
  expect(followed.current()).toEqual(versionsOf('2'));
  expect(changes).toEqual(['changed', 'changed']);
});

test('while nobody asks, it asks nothing', async () => {
  await vi.waitFor(() => expect(backend.heard).toContainEqual({ kind: 'seen', id: 1 }));
  expect(backend.heard.filter(({ kind }) => kind === 'ask')).toEqual([]);
});

test('a backend that does not answer is not heard', async () => {
  await expectHeard('1');
  backend.answerAsks(false);
  await vi.waitFor(async () => expect(await current()).toBeNull(), 10_000);
  backend.answerAsks(true);
  await expectHeard('1');
});

test.each([
  ['is cut', () => backend.drop()],
  ['carries what is no message', () => backend.say('{"kind":"versions","id":7,"versions":{"posts":"3"}}\n')],
  ['carries what is no JSON', () => backend.say('nonsense\n')],
  ['carries a line without an end', () => backend.say('x'.repeat(20_000))],
])('after the connection %s nothing is known until the next tells', async (_what, cut) => {
  await expectHeard('1');
  const before = backend.heard.length;
  cut();
  await vi.waitFor(() =>
    expect(backend.heard.slice(before)).toContainEqual(expect.objectContaining({ kind: 'hello' })),
  );
  await expectHeard('1');
  await seen(backend.tell(versionsOf('2')));
  expect(followed.current()).toEqual(versionsOf('2'));
});

test('once the connection is closed what it told serves nobody, however young it is', async () => {
  await expectHeard('1');
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await current()).toBe('1');
  await backend.stop();
  while ((await current()) !== null) await new Promise(setImmediate);
});

test('a backend that was started anew is found where it is then, and meanwhile nothing is known', async () => {
  await expectHeard('1');
  await backend.stop();
  await vi.waitFor(async () => expect(await current()).toBeNull());
  expect(followed.isFound()).toBe(true);
  backend.tell(versionsOf('2'));
  await backend.listen();
  await expectHeard('2');
});

test.each([
  ['at another address', async () => announcedTelling(backend.dataDir, 'http://127.0.0.1:1')],
  ['in another folder', async () => announcedTelling('/nowhere', URL)],
])('a backend %s is not found', async (_where, find) => {
  followed = await followTelling(find, () => undefined);
  expect(followed.isFound()).toBe(false);
});
