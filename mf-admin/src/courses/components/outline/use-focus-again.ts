import { useEffect, useState } from 'react';

interface Wanted {
  readonly id: string;
}

/**
 * Gives the document's focus to an element once what is being done is on screen: a row that moved into another module
 * is a new one, and what was pressed in it should have the focus again. Takes the element's id.
 */
export function useFocusAgain(): (id: string) => void {
  // Of its own identity each time, so that the same element can have it twice.
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id) => setWanted({ id });
}
