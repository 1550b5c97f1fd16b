/** Of a script that waits in the document: browsers load none of a type that they do not know. */
export const LATER = 'later';

function load(waiting: HTMLScriptElement, onFailure: () => void): void {
  // A copy with its address in it, as Trusted Types let nobody write one.
  const script = waiting.cloneNode() as HTMLScriptElement;
  script.removeAttribute('type');
  script.async = false;
  script.addEventListener('error', () => {
    script.replaceWith(waiting);
    onFailure();
  });
  waiting.replaceWith(script);
}

/** Loads the scripts that wait in the document, and those that they will ask for, once all of it has come. */
export function loadLaterScripts(onFailure: () => void): void {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', () => loadLaterScripts(onFailure));
    return;
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) link.rel = 'preload';
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type=${LATER}]`)) load(script, onFailure);
}
