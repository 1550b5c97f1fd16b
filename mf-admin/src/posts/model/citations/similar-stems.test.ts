import fc from 'fast-check';
import { expect, test } from 'vitest';
import { similarStems } from './similar-stems.ts';
import { likeness } from './words.ts';

const stem = fc.string({ unit: fc.constantFrom('a', 'b', 'k', 'r'), maxLength: 9 });

test('the stems that are found are those that a comparison with each finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(stem, { maxLength: 40 }), stem, (stems, one) => {
      const compared = stems.filter((other) => likeness(one, other) >= 0.6);
      expect(similarStems(stems, 0.6)(one).toSorted()).toEqual(compared.toSorted());
    }),
    { numRuns: 2000 },
  );
});

test('compounds, longer stems and those with another ending are found', () => {
  const find = similarStems(['volkshochschul', 'kurs', 'kurse', 'hochschul', 'digital'], 0.6);
  expect(find('schul')).toEqual(['volkshochschul', 'hochschul']);
  expect(find('volkshochschul')).toContain('hochschul');
  expect(find('kursen')).toEqual(['kurs', 'kurse']);
});
