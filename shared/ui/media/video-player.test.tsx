import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Video, videoOf } from '../../format/video.ts';
import { VideoPlayer } from './video-player.tsx';

beforeEach(() => sessionStorage.clear());

const YOUTUBE = 'https://youtu.be/R9OHn5ZF4Uo';
const ADDRESSES = [
  ['YouTube', YOUTUBE],
  ['Vimeo', 'https://vimeo.com/76979871'],
  ['film.example', 'https://film.example/a.mp4'],
] as const;

const playerOf = (address: string, captions?: string) => (
  <MemoryRouter>
    <VideoPlayer video={videoOf(address) as Video} title="Lernen" captions={captions} />
  </MemoryRouter>
);
const playButton = (service: string) => screen.getByRole('button', { name: `Video von ${service} abspielen` });
const player = () => document.querySelector<HTMLElement>('iframe, video');
/** Opens a video and presses its button. */
function play(service = 'YouTube', address = YOUTUBE, captions?: string) {
  const view = render(playerOf(address, captions));
  fireEvent.click(playButton(service));
  return view;
}

test.each(ADDRESSES)('the document asks nothing of %s, says so, and links to the video', (service, address) => {
  const html = renderToString(playerOf(address));
  expect(html).not.toMatch(/<(iframe|video|img|track)|\ssrc=/);
  expect(html).toContain(`Erst nach dem Klick verbindet sich Ihr Browser mit`);
  document.body.innerHTML = html;
  const link = document.querySelector('a');
  expect([link?.href, link?.textContent]).toEqual([address, `Video bei ${service} ansehen`]);
  expect(playButton(service).getAttribute('type')).toBe('button');
  document.body.innerHTML = '';
});

test.each(ADDRESSES)(
  'a press plays the video of %s with the focus, and allows the next one, which waits',
  (service, address) => {
    const first = play(service, address);
    const played = player();
    expect(document.activeElement).toBe(played);
    if (played instanceof HTMLVideoElement) expect([played.autoplay, played.preload]).toEqual([true, 'none']);
    else expect(played?.getAttribute('src')).toMatch(/&autoplay=1$/);
    expect(played?.getAttribute('src')?.startsWith('https://')).toBe(true);
    first.unmount();
    render(playerOf(address));
    expect(player()?.getAttribute('src')).not.toContain('autoplay');
    expect(player()?.hasAttribute('autoplay')).toBe(false);
    expect(document.activeElement).not.toBe(player());
  },
);

test('a press allows one service, not the others', () => {
  play().unmount();
  render(playerOf('https://vimeo.com/76979871'));
  expect(playButton('Vimeo')).toBeTruthy();
});

test('a service is not allowed any more after a press, and the focus is on the button again', () => {
  play();
  fireEvent.click(screen.getByRole('button', { name: 'Nicht mehr erlauben' }));
  expect(player()).toBeNull();
  expect(document.activeElement).toBe(playButton('YouTube'));
});

test('another video in its place is not begun by the press for the first', () => {
  play().rerender(playerOf('https://youtu.be/aircAruvnKk'));
  expect(player()?.getAttribute('src')).not.toContain('autoplay');
});

test('a browser that stores nothing plays the video, too', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  play();
  expect(player()).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Nicht mehr erlauben' }));
  expect(player()).toBeNull();
});

test('a file has German captions where there are any', () => {
  play('film.example', 'https://film.example/a.mp4', '/captions.vtt');
  const track = document.querySelector('track');
  expect([track?.kind, track?.srclang, track?.label, track?.default]).toEqual(['captions', 'de', 'Deutsch', true]);
});

test('an address without a player is a plain link', () => {
  render(playerOf('https://film.example/seite'));
  const link = screen.getByRole('link', { name: 'Video ansehen (film.example)' });
  expect(link.getAttribute('href')).toBe('https://film.example/seite');
  expect(screen.queryByRole('button')).toBeNull();
});
