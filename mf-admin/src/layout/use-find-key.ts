import { useEffect, useEffectEvent } from 'react';

/** Ctrl+K, on a Mac Cmd+K, anywhere in the admin area. */
export function useFindKey(find: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) find();
  });
  // Listens to the document.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
