const YOUTUBE_ENDED = 0;
const VIMEO = 'https://player.vimeo.com';

/** The message by which a player is asked to report the end: YouTube's widget channel, Vimeo's player API. */
export const subscriptionFor = (origin: string): string =>
  JSON.stringify(
    origin === VIMEO
      ? { method: 'addEventListener', value: 'ended' }
      : { event: 'listening', id: 'lesson', channel: 'widget' },
  );

function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

export function isEnd(data: unknown): boolean {
  const message = parsed(data);
  const event = field(message, 'event');
  if (event === 'ended') return true;
  if (event === 'onStateChange') return field(message, 'info') === YOUTUBE_ENDED;
  return event === 'infoDelivery' && field(field(message, 'info'), 'playerState') === YOUTUBE_ENDED;
}
