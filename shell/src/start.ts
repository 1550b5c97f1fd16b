import { pause } from './app/pause.ts';

/**
 * Brings the page to life, in pieces: evaluated at once, what it is made of would keep a tap waiting for 200 ms on a slow
 * phone.
 */
async function start(): Promise<void> {
  await pause();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  await import(/* webpackMode: "eager" */ 'react-router-dom');
  await pause();
  await import(/* webpackMode: "eager" */ 'styled-components');
  await pause();
  const { boot } = await import(/* webpackMode: "eager" */ './browser.tsx');
  await pause();
  await boot();
}

void start();
