import { expect, test } from 'vitest';
import { toSlug } from './slug.ts';

test.each([
  ['Hallo Welt', 'hallo-welt'],
  ['Übungen für größere Köche', 'uebungen-fuer-groessere-koeche'],
  ['ÄÖÜ', 'aeoeue'],
  ['Cafe\u0301 u\u0308ber alles', 'cafe-ueber-alles'],
  ['  --KI & Schule: 10 „Tipps“!  ', 'ki-schule-10-tipps'],
  ['Smørrebrød für Łódź', 'smorrebrod-fuer-lodz'],
  ['Œuvre und Ærø', 'oeuvre-und-aero'],
  ['Đặng Thị Ngọc, Þórður und Ħal', 'dang-thi-ngoc-thordur-und-hal'],
  ['Schulpﬂicht in İzmir und Iğdır', 'schulpflicht-in-izmir-und-igdir'],
  ['Ǯiõɫɫ Ɣana Ʃeɖe, Ŋutsu ʘ', 'zioll-gana-shede-nutsu'],
  ['Ａ４ für H₂O, 5 m², Ⓡ und №\u00a07', 'a4-fuer-h2o-5-m2-r-und-no-7'],
  ['ŉ Hawaiʻi ſtraẞe ʜᴇʟʟᴏ', 'n-hawaii-strasse-hello'],
  ['„?“', ''],
  ['', ''],
])('%j becomes %j', (text, slug) => {
  expect(toSlug(text)).toBe(slug);
});
