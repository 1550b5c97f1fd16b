/** The entry of a remote's bundle for browsers: a container without a runtime. See docs/decisions/0085. */
import { type Container, type ShareScope, singletonsOf } from './container.ts';

declare const SINGLETONS_NAME: string;

export const init: Container['init'] = async (scope: ShareScope) => {
  Reflect.set(globalThis, SINGLETONS_NAME, await singletonsOf(scope));
};

export const get: Container['get'] = async (name) => {
  if (name !== './module') throw new Error(`the container exposes ./module only, not ${name}`);
  const exposed: unknown = await import(/* webpackChunkName: "module" */ '@ki/shared/federation/exposed-module.ts');
  return () => exposed;
};
