import { useEffect, useRef, useState } from 'react';
import type { Progress } from '../../kit/progress-note.tsx';
import { type Assignment, articleAlert } from '../model/workflow.ts';

export type ArticleResult = { readonly postId: string } | { readonly alert: string };

export type Articles<Order extends Assignment = Assignment> = ReturnType<typeof useArticles<Order>>;

export function useArticles<Order extends Assignment>(writeOne: (order: Order) => Promise<ArticleResult>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [results, setResults] = useState<Readonly<Record<string, ArticleResult>>>({});
  const [cancelled, setCancelled] = useState(false);
  const stop = useRef(false);
  const running = useRef(false);

  // Unmounting stops after the current article.
  useEffect(() => {
    stop.current = false;
    return () => {
      stop.current = true;
    };
  }, []);

  const writeAll = async (ideas: readonly Order[]) => {
    if (running.current) return;
    running.current = true;
    stop.current = false;
    setCancelled(false);
    for (const [index, idea] of ideas.entries()) {
      if (stop.current) break;
      setProgress({ text: progressText(idea, index, ideas.length), since: Date.now() });
      const result = await resultOf(writeOne(idea));
      setResults((known) => ({ ...known, [idea.id]: result }));
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
    results,
    /** Writes one article after the other. Does nothing while articles are written. */
    write: (ideas: readonly Order[]) => void writeAll(ideas),
    cancel: progress && !cancelled ? cancel : null,
  };
}

const progressText = ({ title }: Assignment, index: number, count: number) =>
  count === 1 ? `Writing “${title}”.` : `Writing article ${index + 1} of ${count}: “${title}”.`;

async function resultOf(writing: Promise<ArticleResult>): Promise<ArticleResult> {
  try {
    return await writing;
  } catch (error) {
    console.error(error);
    return { alert: articleAlert(null) };
  }
}
