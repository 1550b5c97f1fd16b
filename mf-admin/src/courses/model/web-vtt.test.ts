import { expect, test } from 'vitest';
import { webVtt } from './web-vtt.ts';

const CUE = '00:00.000 --> 00:02.000\nGrüezi';
const schema = webVtt('Captions (VTT)');
const messageOf = async (typed: string) => (await schema.safeParseAsync(typed)).error?.issues[0]?.message;

test.each([
  ['nothing', ''],
  ['a cue', `WEBVTT\n\n${CUE}`],
  [
    'a title, a note, hours, a name and settings',
    `WEBVTT – Lernen\n\nNOTE x\n\n1\n01:00:00.000 --> 01:00:02.000 line:0\nA`,
  ],
  ['Windows line ends and a byte order mark', `\uFEFFWEBVTT\r\n\r\n${CUE.replace('\n', '\r\n')}\r\n`],
])('%s is accepted', async (_, typed) => expect(await messageOf(typed)).toBeUndefined());

test.each([
  ['SubRip', `1\n00:00:00,000 --> 00:00:02,000\nA`, 'Captions (VTT), line 1: No valid signature.'],
  ['a comma', `WEBVTT\n\n00:00,000 --> 00:02.000\nA`, 'line 3: No decimal separator (".") found.'],
  ['a cue right below the first line', `WEBVTT\n${CUE}`, 'line 2: No blank line after the signature.'],
  ['a mistake below empty lines', `\n\nWEBVTT\n\nx\n\n${CUE}`, 'line 6: Cue identifier cannot be standalone.'],
  ['no cue', 'WEBVTT', 'Captions (VTT), there is no cue.'],
])('%s is refused, with its line', async (_, typed, message) => {
  expect(await messageOf(typed)).toContain(message);
  expect(await messageOf(typed)).toContain('Expected: WEBVTT, an empty line, 00:00.000 --> 00:02.500');
});

test('a file with many mistakes names the first three', async () => {
  const bad = Array.from({ length: 9 }, () => '00:00,000 --> 00:02,000\nA').join('\n\n');
  expect((await messageOf(`WEBVTT\n\n${bad}`))?.match(/line \d+/g)).toEqual(['line 3', 'line 6', 'line 9']);
});

test('blanks around it are dropped', async () =>
  expect(await schema.parseAsync(`\n WEBVTT\n\n${CUE}\n\n`)).toBe(`WEBVTT\n\n${CUE}`));
