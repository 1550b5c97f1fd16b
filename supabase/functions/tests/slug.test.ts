import { expect, test } from 'vitest';
import { toSlug as sharedToSlug } from '../../../shared/format/slug.ts';
import { toSlug } from '../generate-article/claim.ts';

test.for(['Übung für Gruppen', 'Was heisst „KI“?', ' Straße & Élan 2026 ', '学習'])(
  '%s has the same address as in the form',
  (title) => {
    expect(toSlug(title)).toBe(sharedToSlug(title));
  },
);
