import { useEffect } from 'react';
import { ALIVE } from '../starter/alive.ts';

/** Says that the page is alive, once it is. Outside of React's own work, which could not take over more of the page for what follows. */
export function Alive(): null {
  useEffect(() => {
    const timer = setTimeout(() => {
      document.documentElement.dataset.alive = '';
      dispatchEvent(new Event(ALIVE));
    });
    return () => clearTimeout(timer);
  }, []);
  return null;
}
