import { describe, expect, test } from 'vitest';
import { headlineFor, subtitleFor } from './ad.ts';

describe('headline', () => {
  test('type team asks about the team', () => expect(headlineFor('team')).toBe('Kann Ihr Team KI?'));
  test.each(['individual', 'other', 'x'])('type %s asks the reader', (type) =>
    expect(headlineFor(type)).toBe('Können Sie KI?'),
  );
});

describe('subtitle', () => {
  test('a team ad with an offer names the workshop', () =>
    expect(subtitleFor('team', 'KI im Team', 'eigener')).toBe('Unser Workshop „KI im Team“ macht es möglich.'));
  test('any other ad with an offer names the online course', () =>
    expect(subtitleFor('other', 'Prompting', 'eigener')).toBe('Unser Online-Kurs „Prompting“ macht es möglich.'));
  test('without an offer the own subtitle stays', () => expect(subtitleFor('team', null, 'eigener')).toBe('eigener'));
});
