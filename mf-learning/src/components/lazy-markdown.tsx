import { lazy } from 'react';

/** Markdown whose renderer is loaded only where a text is not already there as HTML. Put it into a `Suspense`. */
export const LazyMarkdown = lazy(async () => {
  const module = await import(/* webpackChunkName: "learning-markdown" */ '@ki/shared/ui/markdown/markdown.tsx');
  return { default: module.Markdown };
});
