import { expect, test } from 'vitest';
import { toCode } from '../matrix-record.ts';

test.each([
  ['Grundlagen und Einordnung', 'GE'],
  ['Recht & Ethik', 'RE'],
  ['Einstieg', 'EIN'],
  ['Übung', 'UEB'],
  ['KI für die Verwaltung', 'KV'],
  ['KI', 'KI'],
  ['', ''],
  ['日本', ''],
])('%s has the code %s', (name, code) => {
  expect(toCode(name)).toBe(code);
});
