import type { MarkdownProps } from '@ki/shared/ui/markdown/markdown.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type ComponentType, lazy, useState } from 'react';

type Part = ComponentType<MarkdownProps>;

async function loadMarkdown(): Promise<Part> {
  const module = await import(/* webpackChunkName: "admin-markdown" */ '@ki/shared/ui/markdown/markdown.tsx');
  return module.Markdown;
}

/** Stands where the preview would: code that cannot be loaded takes nothing of the form around it along. */
function Unloaded(props: MarkdownProps) {
  const [Loaded, setLoaded] = useState<Part | null>(null);
  if (Loaded) return <Loaded {...props} />;
  const retry = async () => {
    try {
      const part = await loadMarkdown();
      setLoaded(() => part);
    } catch (error) {
      console.error('preview:', error);
    }
  };
  return (
    <Notice tone="warning" title="The preview cannot be loaded." onRetry={retry} retryLabel="Try again" lang="en">
      What you typed is still in the form.
    </Notice>
  );
}

/** The site's Markdown renderer, loaded when a preview first needs it. Put it into a `Suspense`. */
export const LazyMarkdown = lazy(async () => ({ default: await loadMarkdown().catch(() => Unloaded) }));
