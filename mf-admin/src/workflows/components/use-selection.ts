import { useRef, useState } from 'react';
import type { Idea } from '../model/workflow.ts';

/** Keeps that an idea is selected, or is not. */
export type OnSelect = (idea: Idea, selected: boolean) => Promise<unknown>;

type Chosen = Readonly<Record<string, boolean>>;

/** Which ideas are selected: shown at once, saved in order, taken back when it cannot be saved. */
export function useSelection(ideas: readonly Idea[], save: OnSelect) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [failed, setFailed] = useState(false);
  const saved = useRef<Promise<unknown>>(Promise.resolve());

  const isSelected = (idea: Idea) => chosen[idea.id] ?? idea.selected;

  const select = (idea: Idea, selected: boolean) => {
    const { id } = idea;
    setChosen((known) => ({ ...known, [id]: selected }));
    setFailed(false);
    // One after the other: each save reads what is stored and writes it whole.
    saved.current = saved.current
      .then(() => save(idea, selected))
      .catch((error: unknown) => {
        console.error(error);
        setChosen((known) => ({ ...known, [id]: !selected }));
        setFailed(true);
      });
  };
  return { selected: ideas.filter(isSelected), isSelected, select, failed };
}
