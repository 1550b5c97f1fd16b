import { expect, test } from 'vitest';
import { changedReading } from './changed-reading.ts';

test.each([
  ['Für Schüler*innen und Lehrer*innen', ['italics or bold']],
  ['Das **„Wort“**und', ['italics or bold']],
  ['H~2~O', ['text struck out by one tilde']],
  ['„https://a.example/b“', ['the end of an address']],
  ['Eins\n\n<!--more-->\n\nzwei', ['a comment']],
  ['Eins\n\n##\n\nzwei', ['an empty heading']],
  ['[Ende](#fazit)\n\n## Fazit', ['a link to a heading']],
  ['[Ende][a]\n\n## Fazit\n\n[a]: #fazit', ['a link to a heading']],
  ['[so](#fazit-2)\n\n## Fazit\n\n## Fazit', ['a link to a heading']],
  ['![Bild <!-- a --> b](c.png)', ['an alternative text']],
  ['## &nbsp;', ['an empty heading']],
  ['5*3*2 <!-- a --> ~x~', ['italics or bold', 'text struck out by one tilde', 'a comment']],
])('%j differs in %j', (text, right) => expect(changedReading(text)).toEqual(right));

test.each([
  'Ein Autor*in, *schräg*, **fett**, Wort**teil**, ~~weg~~, https://a.example/b.',
  '## Fazit\n\n[oben](#abschnitt-fazit) [weg](#x) [weg](#fazit-2) `<!-- a -->` <b>\n\n> „Zitat“[^1]\n\n[^1]: Note',
])('%j is as before', (text) => expect(changedReading(text)).toEqual([]));
