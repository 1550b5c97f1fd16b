import { describe, expect, test } from 'vitest';
import { videoOf } from './video.ts';

const ID = 'R9OHn5ZF4Uo';
const youtube = (more = '') => `https://www.youtube-nocookie.com/embed/${ID}?enablejsapi=1&rel=0${more}`;

describe('a video at YouTube plays in the player without cookies', () => {
  test.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `https://youtube.com/watch?list=x&v=${ID}`,
    `http://m.youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID}?si=abc`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    ` https://youtu.be/${ID} `,
  ])('%s', (address) => {
    const video = { kind: 'youtube', service: 'YouTube', src: youtube(), page: address.trim() };
    expect(videoOf(address)).toEqual(video);
  });

  test.each([
    ['90', 90],
    ['90s', 90],
    ['1h2m3s', 3723],
  ])('from the moment t=%s', (time, seconds) =>
    expect(videoOf(`https://youtu.be/${ID}?t=${time}`)?.src).toBe(youtube(`&start=${seconds}`)),
  );
});

describe('a video at Vimeo plays without being tracked', () => {
  test.each([
    ['https://vimeo.com/76979871', '?dnt=1'],
    ['https://vimeo.com/channels/staff/76979871', '?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', '?dnt=1&h=8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', '?dnt=1&h=8272103f6e'],
  ])('%s', (page, query) => {
    const src = `https://player.vimeo.com/video/76979871${query}`;
    expect(videoOf(page)).toEqual({ kind: 'vimeo', service: 'Vimeo', src, page });
  });
});

test('a video file by https is played by the browser', () => {
  const src = 'https://a.ch/v/film.MP4?x=1';
  expect(videoOf(src)).toEqual({ kind: 'file', service: 'a.ch', src, page: src });
});

test.each([
  'http://a.ch/film.mp4',
  'https://a.ch/seite',
  'https://www.youtube.com/@kanal',
  'https://www.youtube.com/watch?v=../../x',
  'https://notyoutube.com/watch?v=R9OHn5ZF4Uo',
  'https://youtube.com.evil.example/watch?v=R9OHn5ZF4Uo',
  'https://vimeo.com/about',
])('%s is a plain link', (address) =>
  expect(videoOf(address)).toMatchObject({ kind: 'link', src: address, page: address }),
);

test.each([null, '', 'film.mp4', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.ch/film.mp4'])(
  '%s is no video',
  (address) => expect(videoOf(address)).toBeNull(),
);
