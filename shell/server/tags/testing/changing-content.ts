import type { TagVersionSource, TagVersions } from '../tag-versions.ts';
import { versionsOf } from './versions-of.ts';

/** Tag versions that a test changes. */
export function changingContent() {
  const listeners: ((isRegistryChange: boolean) => void)[] = [];
  let versions: TagVersions | null = versionsOf('1');
  const tagVersions: TagVersionSource = {
    current: () => versions,
    onChange: (listener) => void listeners.push(listener),
  };
  return {
    tagVersions,
    now: () => versions,
    change(tags: Partial<TagVersions>): void {
      versions = { ...(versions ?? versionsOf('1')), ...tags };
      for (const listener of listeners) listener(false);
    },
    lose(): void {
      versions = null;
    },
  };
}
