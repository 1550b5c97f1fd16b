import type { FollowedContent } from '../../../content/follow.ts';
import { versionsOf } from '../../../content/testing/versions-of.ts';
import type { Versions } from '../../../content/versions.ts';

/** Content whose changes a test tells. */
export function toldContent() {
  const listeners: (() => void)[] = [];
  let versions: Versions | null = versionsOf('1');
  const content: FollowedContent = {
    current: () => versions,
    onChange: (listener) => void listeners.push(listener),
  };
  return {
    content,
    change(topics: Partial<Versions>): void {
      versions = { ...(versions ?? versionsOf('1')), ...topics };
      for (const listener of listeners) listener();
    },
    lose(): void {
      versions = null;
    },
  };
}
