const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** In one piece the evaluation would block input for 110 to 130 ms on a slow phone. */
async function start(): Promise<void> {
  await pause();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  await import(/* webpackMode: "eager" */ 'react-router-dom');
  await pause();
  await import(/* webpackMode: "eager" */ 'styled-components');
  await pause();
  const { hydratePage } = await import(/* webpackMode: "eager" */ './hydration/hydrate.tsx');
  await pause();
  await hydratePage(pause);
}

void start();
