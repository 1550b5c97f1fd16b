import { useEffect, useRef, useState } from 'react';
import { articleAlert } from '../model/function-answer.ts';
import type { Idea } from '../model/workflow.ts';
import type { Progress } from './progress-note.tsx';

/** What became of an idea's article: the draft's id, or the alert. */
export type Outcome = { readonly postId: string } | { readonly alert: string };

export interface Articles {
  readonly progress: Progress | null;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** Writes them in turn, unless some are being written. */
  readonly write: (ideas: readonly Idea[]) => void;
  /** Lets the article that is being written be the last; null while there is nothing to cancel. */
  readonly cancel: (() => void) | null;
}

/** Turns the ideas of a workflow into drafts, one after the other. */
export function useArticles(writeOne: (idea: Idea) => Promise<Outcome>): Articles {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [outcomes, setOutcomes] = useState<Articles['outcomes']>({});
  const [cancelled, setCancelled] = useState(false);
  const stop = useRef(false);
  const running = useRef(false);

  // Leaving the page: the article that is being written becomes the last.
  useEffect(() => {
    stop.current = false;
    return () => {
      stop.current = true;
    };
  }, []);

  const writeAll = async (ideas: readonly Idea[]) => {
    if (running.current) return;
    running.current = true;
    stop.current = false;
    setCancelled(false);
    for (const [index, idea] of ideas.entries()) {
      if (stop.current) break;
      setProgress({ text: progressText(idea, index, ideas.length), since: Date.now() });
      const outcome = await outcomeOf(writeOne(idea));
      setOutcomes((known) => ({ ...known, [idea.id]: outcome }));
    }
    setProgress(null);
    running.current = false;
  };

  const cancel = () => {
    stop.current = true;
    setCancelled(true);
  };
  return {
    progress: progress && cancelled ? { ...progress, text: `${progress.text} Stopping after this one.` } : progress,
    outcomes,
    write: (ideas) => void writeAll(ideas),
    cancel: progress && !cancelled ? cancel : null,
  };
}

const progressText = ({ title }: Idea, index: number, count: number) =>
  count === 1 ? `Writing “${title}”.` : `Writing article ${index + 1} of ${count}: “${title}”.`;

async function outcomeOf(writing: Promise<Outcome>): Promise<Outcome> {
  try {
    return await writing;
  } catch (error) {
    console.error(error);
    return { alert: articleAlert(null) };
  }
}
