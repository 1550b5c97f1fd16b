import { useState } from 'react';

/** A value that a loader has read, and that an act of the page reads again. */
export function useReadAgain<Value>(read: Value, again: () => Promise<Value>) {
  const [answer, setAnswer] = useState({ read, value: read });
  const readAgain = async () => {
    const value = await again();
    setAnswer({ read, value });
  };
  return { value: answer.read === read ? answer.value : read, readAgain };
}
