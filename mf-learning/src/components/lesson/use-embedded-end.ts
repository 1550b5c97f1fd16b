import { useEffect, useEffectEvent, useRef } from 'react';
import { isEnd, subscriptionFor } from '../../model/player-messages.ts';

const ASK_AGAIN_MS = 500;
const MOST_QUESTIONS = 20;

/** A reference to an embedded player's frame; tells when the player has played to its end. Both players speak by messages, without any script of theirs here. */
export function useEmbeddedEnd(src: string, onEnded: () => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const ended = useEffectEvent(onEnded);

  // The player in its frame, when there is one. It may begin to listen at any time after it was loaded, so it is asked until it answers.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { origin } = new URL(src);
    let questions = 0;
    let timer: number | undefined;
    function ask(): void {
      // No secret, and while the frame is still empty there is no origin to address.
      element?.contentWindow?.postMessage(subscriptionFor(origin), '*');
      questions += 1;
      if (questions < MOST_QUESTIONS) timer = window.setTimeout(ask, ASK_AGAIN_MS);
    }
    function begin(): void {
      window.clearTimeout(timer);
      questions = 0;
      ask();
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
