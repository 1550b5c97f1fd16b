import { VideoPlayer, type VideoPlayerProps } from '@ki/shared/ui/media/video-player.tsx';
import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef } from 'react';

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

/** A reader who leaves the end sooner has only scrolled past it. */
const STAY_MS = 1500;
const RETRY_MS = 500;
const MAX_REQUESTS = 20;

export function ReadToEnd({ onEnd }: { onEnd: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const arrived = useEffectEvent(onEnd);

  // The viewport.
  useEffect(() => {
    if (!end.current) return;
    let stay: number | undefined;
    const observer = new IntersectionObserver((entries) => {
      window.clearTimeout(stay);
      if (!entries.at(-1)?.isIntersecting) return;
      stay = window.setTimeout(() => {
        observer.disconnect();
        arrived();
      }, STAY_MS);
    });
    observer.observe(end.current);
    return () => {
      window.clearTimeout(stay);
      observer.disconnect();
    };
  }, []);

  return <div ref={end} aria-hidden="true" />;
}

/**
 * Calls `onEnded` at the message that an embedded player posts at the end, without a script here. A player starts to
 * listen some time after loading, so the request for the message is repeated until it responds.
 */
function listenForEnd(frame: HTMLIFrameElement, onEnded: () => void): () => void {
  const { origin } = new URL(frame.src);
  let requests = 0;
  let timer: number | undefined;
  function subscribe(): void {
    // Any origin: the message holds no secret, and an empty frame has no origin yet.
    frame.contentWindow?.postMessage(subscriptionFor(origin), '*');
    requests += 1;
    if (requests < MAX_REQUESTS) timer = window.setTimeout(subscribe, RETRY_MS);
  }
  function begin(): void {
    window.clearTimeout(timer);
    requests = 0;
    subscribe();
  }
  function onMessage(event: MessageEvent<unknown>): void {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    window.clearTimeout(timer);
    if (isEnd(event.data)) onEnded();
  }
  window.addEventListener('message', onMessage);
  frame.addEventListener('load', begin);
  begin();
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('message', onMessage);
    frame.removeEventListener('load', begin);
  };
}

interface LessonVideoProps extends Pick<VideoPlayerProps, 'video' | 'title' | 'captions'> {
  /** The same function at each render: another one would ask the player again. */
  readonly onEnded: () => void;
}

export function LessonVideo(props: LessonVideoProps) {
  const { onEnded } = props;
  const frame = useCallback<RefCallback<HTMLIFrameElement>>(
    (element) => (element ? listenForEnd(element, onEnded) : undefined),
    [onEnded],
  );
  return <VideoPlayer {...props} frame={frame} />;
}
