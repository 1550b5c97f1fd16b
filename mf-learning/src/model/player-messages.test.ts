import { expect, test } from 'vitest';
import { isEnd, subscriptionFor } from './player-messages.ts';

test('each player gets the subscription message of its own API', () => {
  expect(JSON.parse(subscriptionFor('https://player.vimeo.com'))).toEqual({
    method: 'addEventListener',
    value: 'ended',
  });
  expect(JSON.parse(subscriptionFor('https://www.youtube-nocookie.com'))).toMatchObject({ event: 'listening' });
});

test.each([
  '{"event":"infoDelivery","info":{"playerState":0}}',
  '{"event":"onStateChange","info":0}',
  '{"event":"ended","data":{"percent":1}}',
  { event: 'ended' },
])('%j is the end', (message) => expect(isEnd(message)).toBe(true));

test.each([
  '{"event":"infoDelivery","info":{"playerState":1}}',
  '{"event":"infoDelivery","info":{"currentTime":0}}',
  '{"event":"onStateChange","info":2}',
  '{"event":"ready"}',
  'ended',
  null,
  7,
])('%j is not the end', (message) => expect(isEnd(message)).toBe(false));
