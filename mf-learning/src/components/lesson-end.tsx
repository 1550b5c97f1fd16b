import type { Video } from '@ki/shared/format/video.ts';
import { VideoPlayer } from '@ki/shared/ui/media/video-player.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';
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

/** The ref of an embedded player's frame; the player posts a message at the end, without a script here. */
function useEmbeddedEnd(src: string, onEnded: () => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const ended = useEffectEvent(onEnded);

  // The player in the frame. It starts to listen some time after loading, so the request is repeated until it responds.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { origin } = new URL(src);
    let requests = 0;
    let timer: number | undefined;
    function subscribe(): void {
      // Any origin: the message holds no secret, and an empty frame has no origin yet.
      element?.contentWindow?.postMessage(subscriptionFor(origin), '*');
      requests += 1;
      if (requests < MAX_REQUESTS) timer = window.setTimeout(subscribe, RETRY_MS);
    }
    function begin(): void {
      window.clearTimeout(timer);
      requests = 0;
      subscribe();
    }
    function onMessage(event: MessageEvent<unknown>): void {
      if (event.source !== element?.contentWindow || event.origin !== origin) return;
      window.clearTimeout(timer);
      if (isEnd(event.data)) ended();
    }
    window.addEventListener('message', onMessage);
    element.addEventListener('load', begin);
    begin();
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('message', onMessage);
      element.removeEventListener('load', begin);
    };
  }, [src]);

  return frame;
}

export function LessonVideo({ video, title, onEnded }: { video: Video; title: string; onEnded: () => void }) {
  const frame = useEmbeddedEnd(video.src, onEnded);
  return <VideoPlayer video={video} title={title} frame={frame} onEnded={onEnded} />;
}
