import { VideoPlayer, type VideoPlayerProps } from '@ki/shared/ui/media/video-player.tsx';
import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { isEnd, subscriptionFor } from '../model/player-messages.ts';

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
