import { useState } from 'react';

export interface Machine<Model, Event> {
  /** The present model, also before it is rendered. */
  readonly now: () => Model;
  /** False: the event has no meaning in this state. */
  readonly send: (event: Event) => boolean;
}

/** Two presses of one frame meet the state that the first one has made, which is not rendered yet. */
export function useMachine<Model, Event>(
  nextOf: (model: Model, event: Event) => Model,
  beginning: () => Model,
): readonly [Model, Machine<Model, Event>] {
  const [first] = useState(beginning);
  const [shown, show] = useState(first);
  const [machine] = useState(() => {
    let model = first;
    const send = (event: Event): boolean => {
      const next = nextOf(model, event);
      if (next === model) return false;
      model = next;
      show(next);
      return true;
    };
    return { now: () => model, send };
  });
  return [shown, machine];
}
