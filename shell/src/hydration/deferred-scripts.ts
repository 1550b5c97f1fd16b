/** Browsers load no script of a type that they do not know. */
export const DEFERRED = 'deferred';

function load(deferred: HTMLScriptElement, onFailure: () => void): void {
  // A clone has its address already: Trusted Types allow no script to write one.
  const script = deferred.cloneNode() as HTMLScriptElement;
  script.removeAttribute('type');
  script.async = false;
  script.addEventListener('error', () => {
    script.replaceWith(deferred);
    onFailure();
  });
  deferred.replaceWith(script);
}

export function loadDeferredScripts(onFailure: () => void): void {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', () => loadDeferredScripts(onFailure));
    return;
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-deferred]')) link.rel = 'preload';
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type=${DEFERRED}]`))
    load(script, onFailure);
}
