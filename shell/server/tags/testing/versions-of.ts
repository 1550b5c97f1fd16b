import { type TagVersions, VERSIONED } from '../tag-versions.ts';

/** Tag versions with one text for all tags, except those in `other`. */
export const versionsOf = (text: string, other: Partial<TagVersions> = {}): TagVersions =>
  Object.assign(Object.fromEntries(VERSIONED.map((tag) => [tag, text])), other) as TagVersions;
