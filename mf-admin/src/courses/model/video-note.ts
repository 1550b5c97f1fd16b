import { videoOf } from '@ki/shared/format/video.ts';

const PLAYERS = {
  youtube: 'Shown in a YouTube player, from youtube-nocookie.com.',
  vimeo: 'Shown in a Vimeo player.',
  file: 'A video file: played by the browser itself.',
} as const;

/** How visitors will see the video of an address. */
export function videoNote(address: string): string {
  if (address.trim() === '') return 'YouTube, Vimeo, or a video file. Empty: no video.';
  const video = videoOf(address);
  if (!video) return 'This address cannot be shown.';
  return video.kind === 'link' ? 'No player for this address: shown as a link.' : PLAYERS[video.kind];
}
