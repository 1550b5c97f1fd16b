export interface Video {
  readonly kind: 'youtube' | 'vimeo' | 'file' | 'link';
  /** The service that sends the video, as people know it; the host of a file or a page. */
  readonly service: string;
  /** The address of the player, the file or the page. */
  readonly src: string;
  /** The address at which a person can watch the video. */
  readonly page: string;
}

type Player = Pick<Video, 'kind' | 'service' | 'src'>;

const YOUTUBE_ID = /^[\w-]{11}$/;
const FILE = /\.(?:mp4|m4v|webm|ogv|mov)$/i;

const isHost = (host: string, ...names: string[]) => names.some((name) => host === name || host.endsWith(`.${name}`));

function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const parts = pathname.split('/').filter(Boolean);
  if (hostname === 'youtu.be') return parts[0];
  if (!isHost(hostname, 'youtube.com', 'youtube-nocookie.com')) return undefined;
  return parts[0] === 'watch' ? (searchParams.get('v') ?? undefined) : parts[1];
}

function secondsOf(time: string | null): number {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time ?? '');
  const [hours = 0, minutes = 0, seconds = 0] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}

function youtube(address: URL): Player | null {
  const id = youtubeId(address);
  if (!id || !YOUTUBE_ID.test(id)) return null;
  const start = secondsOf(address.searchParams.get('t') ?? address.searchParams.get('start'));
  // The player posts messages, which report the end of the video.
  const options = new URLSearchParams({ enablejsapi: '1', rel: '0', ...(start > 0 && { start: String(start) }) });
  return { kind: 'youtube', service: 'YouTube', src: `https://www.youtube-nocookie.com/embed/${id}?${options}` };
}

function vimeo({ hostname, pathname, searchParams }: URL): Player | null {
  if (!isHost(hostname, 'vimeo.com')) return null;
  const [, id, hash = searchParams.get('h')] = /\/(\d{5,})(?:\/([\da-f]+))?\/?$/.exec(pathname) ?? [];
  if (!id) return null;
  return {
    kind: 'vimeo',
    service: 'Vimeo',
    src: `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${encodeURIComponent(hash)}` : ''}`,
  };
}

/** The player for a lesson's video address; `null` when the address may not be linked. */
export function videoOf(address: string | null): Video | null {
  if (!address || !URL.canParse(address.trim())) return null;
  const url = new URL(address.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const page = url.href;
  const embedded = youtube(url) ?? vimeo(url);
  if (embedded) return { ...embedded, page };
  const isFile = url.protocol === 'https:' && FILE.test(url.pathname);
  return { kind: isFile ? 'file' : 'link', service: url.hostname, src: page, page };
}
