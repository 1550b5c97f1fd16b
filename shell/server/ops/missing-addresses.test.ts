import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { countMissing } from './missing-addresses.ts';

type Counts = Parameters<Parameters<typeof countMissing>[0]['addMissing']>[0];

const stored: Counts[] = [];
beforeEach(() => {
  stored.length = 0;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});
const addMissing = async (counts: Counts) => void stored.push(counts);
const later = () => vi.advanceTimersByTimeAsync(5_000);

test('requests are stored by their address, together', async () => {
  const count = countMissing({ addMissing });
  for (const address of ['/alt', '/2019/05/alt', '/alt']) count(address);
  expect(stored).toEqual([]);
  await later();
  await later();
  expect(stored).toEqual([
    [
      { address: '/alt', requests: 2 },
      { address: '/2019/05/alt', requests: 1 },
    ],
  ]);
});

test('a scan adds at most 1,000 addresses, and what is counted already counts on', async () => {
  const count = countMissing({ addMissing });
  count('/alt');
  for (let place = 0; place < 2_000; place += 1) count(`/wp-${place}.php`);
  count('/alt');
  await later();
  expect(stored[0]).toHaveLength(1_000);
  expect(stored[0]?.[0]).toEqual({ address: '/alt', requests: 2 });
});

test.each(['/a b', '/a%b', '/a\\b', '/a\u0000b', `/${'a'.repeat(500)}`, '/'])(
  'what no redirect can have is not counted: %j',
  async (address) => {
    countMissing({ addMissing })(address);
    await later();
    expect(stored).toEqual([]);
  },
);

test('a refused call says so once, and the next counts are stored', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const refused = vi.fn(addMissing).mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone'));
  const count = countMissing({ addMissing: refused });
  for (const address of ['/a', '/b', '/c']) {
    count(address);
    await later();
  }
  expect(silent).toHaveBeenCalledTimes(1);
  expect(stored).toEqual([[{ address: '/c', requests: 1 }]]);
});
