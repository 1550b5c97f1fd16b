const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

const nextLoad = () =>
  new Promise((resolve) => document.addEventListener('load', resolve, { capture: true, once: true }));

/** The document requests this script last, so that the shell is evaluated while it downloads. */
async function reactDom(): Promise<typeof import('react-dom/client')> {
  try {
    return await import(/* webpackChunkName: "react-dom" */ 'react-dom/client');
  } catch (error) {
    console.warn('loading react-dom failed, the next use tries again:', error);
    await nextLoad();
    return reactDom();
  }
}

/** The document came with the styles and the design tokens that it uses. */
function addStyles(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}

/** In one piece the evaluation would block input for 110 to 130 ms on a slow phone. */
async function start(): Promise<void> {
  await pause();
  await import(/* webpackMode: "eager" */ 'react-router-dom');
  await pause();
  await import(/* webpackMode: "eager" */ 'styled-components');
  // In the task in which styled-components takes over its sheets, so that the browser recalculates styles once.
  const { MODAL, TOKENS } = await import(/* webpackMode: "eager" */ '@ki/shared/ui/global-style.tsx');
  addStyles(TOKENS + MODAL);
  // Development has no hydration loader.
  if (process.env.NODE_ENV === 'development') (await import('./hydration/scheme.ts')).followScheme();
  await pause();
  const { hydratePage } = await import(/* webpackMode: "eager" */ './hydration/hydrate.tsx');
  await pause();
  await hydratePage(reactDom(), pause);
}

void start();
