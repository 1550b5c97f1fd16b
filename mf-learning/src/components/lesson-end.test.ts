import { expect, test } from 'vitest';
import { isEnd, subscriptionFor } from './lesson-end.tsx';

test.each([
  ['https://player.vimeo.com', { method: 'addEventListener', value: 'ended' }],
  ['https://www.youtube-nocookie.com', { event: 'listening' }],
])('%s gets the subscription message of its API', (origin, message) =>
  expect(JSON.parse(subscriptionFor(origin))).toMatchObject(message),
);

test.each([
  ['{"event":"infoDelivery","info":{"playerState":0}}', true],
  ['{"event":"onStateChange","info":0}', true],
  ['{"event":"ended","data":{"percent":1}}', true],
  [{ event: 'ended' }, true],
  ['{"event":"infoDelivery","info":{"playerState":1}}', false],
  ['{"event":"infoDelivery","info":{"currentTime":0}}', false],
  ['{"event":"onStateChange","info":2}', false],
  ['{"event":"ready"}', false],
  ['ended', false],
  [null, false],
  [7, false],
])('%j is the end: %s', (message, expected) => expect(isEnd(message)).toBe(expected));
