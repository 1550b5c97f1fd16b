import { differenceOf, type Field, type References } from '../../kinds/model/field.ts';
import { same } from '../../kit/model/same.ts';
import { type Choice, mapVersions, mergeText, type Versions } from './merge-text.ts';

export type Values = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, Pick<Field, 'label' | 'kind'>>>;

/** `part`: the id of a text, for a field of several. */
export interface Place {
  readonly name: string;
  readonly part: string | null;
}

export interface Conflict extends Place, Versions<unknown> {
  /** A person may keep both texts, one after the other. */
  readonly hasBoth: boolean;
  /** Conflicts of this place, and which of them this is. */
  readonly count: number;
  readonly index: number;
}

/** `both`: paragraphs of each side are in the text. */
export interface Settled extends Place {
  readonly from: 'mine' | 'theirs' | 'both';
}

/** The versions of a record in a form, and the names of other records that they refer to. */
export interface Comparison extends Versions<Values | null> {
  readonly mine: Values;
  readonly theirs: Values;
  readonly fields: Readonly<Record<string, Field>>;
  readonly names: ReadonlyMap<string, string>;
}

export interface RecordMerge {
  /** It is not known what both began with: every difference is a conflict. */
  readonly isBlind: boolean;
  readonly settled: readonly Settled[];
  readonly conflicts: readonly Conflict[];
  values(choices: readonly Choice[]): Values;
}

interface Merged {
  readonly place: Place;
  readonly from: Settled['from'] | null;
  readonly conflicts: readonly Conflict[];
  value(choices: readonly Choice[]): unknown;
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const isTexts = (versions: Versions<unknown>): versions is Versions<string> =>
  Object.values(versions).every((value) => typeof value === 'string');

const ofSide = (place: Place, from: Settled['from'] | null, value: unknown): Merged => ({
  place,
  from,
  conflicts: [],
  value: () => value,
});

function asConflict(place: Place, versions: Versions<unknown>, hasBoth: boolean): Merged {
  const { mine, theirs } = versions;
  const both = hasBoth ? `${String(mine).trimEnd()}\n\n${String(theirs)}` : mine;
  return {
    place,
    from: null,
    conflicts: [{ ...place, ...versions, hasBoth, index: 0, count: 1 }],
    value: ([choice = 'mine']) => ({ mine, theirs, both })[choice],
  };
}

function byParagraphs(place: Place, versions: Versions<string>): Merged {
  const { conflicts, text } = mergeText(versions);
  const count = conflicts.length;
  return {
    place,
    from: count === 0 ? 'both' : null,
    conflicts: conflicts.map((conflict, index) => ({
      ...place,
      ...conflict,
      hasBoth: conflict.mine !== '' && conflict.theirs !== '',
      index,
      count,
    })),
    value: text,
  };
}

function mergePlace(place: Place, isText: boolean, isBlind: boolean, versions: Versions<unknown>): Merged {
  const { base, mine, theirs } = versions;
  if (same(mine, theirs)) return ofSide(place, null, theirs);
  if (isBlind) return asConflict(place, versions, isText && mine !== '' && theirs !== '');
  if (same(mine, base)) return ofSide(place, 'theirs', theirs);
  if (same(theirs, base)) return ofSide(place, 'mine', mine);
  return isText && isTexts(versions) ? byParagraphs(place, versions) : asConflict(place, versions, false);
}

function textsMerged(name: string, isBlind: boolean, versions: Versions<unknown>): readonly Merged[] {
  const texts = mapVersions(versions, (value) => (isObject(value) ? value : {})) as Versions<Values>;
  const parts = new Set(Object.values(texts).flatMap((one: Values) => Object.keys(one)));
  return [...parts].map((part) => {
    const ofPart = mapVersions(texts, (value: Values) => value[part] ?? '');
    return mergePlace({ name, part }, true, isBlind, ofPart);
  });
}

function valuesOf(merged: readonly Merged[], choices: readonly Choice[]): Values {
  const values: Record<string, unknown> = {};
  let used = 0;
  for (const { place, conflicts, value } of merged) {
    const chosen = value(choices.slice(used, used + conflicts.length));
    used += conflicts.length;
    const { name, part } = place;
    values[name] = part === null ? chosen : { ...(values[name] as Values | undefined), [part]: chosen };
  }
  return values;
}

/** A form has a control for each text of `like`, which a stored record without this text does not have. */
export function withTextsOf(fields: Fields, like: Values, values: Values): Values {
  const texts = Object.entries(fields).flatMap(([name, field]) => {
    if (differenceOf(field).merge !== 'texts') return [];
    const blank = Object.keys(like[name] ?? {}).map((part) => [part, '']);
    return [[name, { ...Object.fromEntries(blank), ...(values[name] as Values) }]];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

/** A record that a value names, and the tables that it may be in. */
export interface Referenced {
  readonly id: string;
  readonly references: References;
}

export const referencesIn = (
  fields: Readonly<Record<string, Field>>,
  versions: readonly Values[],
): readonly Referenced[] =>
  Object.entries(fields).flatMap(([name, { references }]) => {
    const ids = versions.flatMap((values) => (isObject(values[name]) ? Object.keys(values[name]) : values[name]));
    return ids.flatMap((id) => (references && typeof id === 'string' && id !== '' ? [{ id, references }] : []));
  });

/** Merges the values of a form with those that another user stored; `base` is null when it is not known. */
export function mergeRecord(fields: Fields, { base, mine, theirs }: Versions<Values | null>): RecordMerge {
  const isBlind = base === null;
  const merged = Object.entries(fields).flatMap(([name, field]) => {
    const { merge } = differenceOf(field);
    const versions = { base: base?.[name], mine: mine?.[name], theirs: theirs?.[name] };
    if (merge === 'texts') return textsMerged(name, isBlind, versions);
    return [mergePlace({ name, part: null }, merge === 'paragraphs', isBlind, versions)];
  });
  const conflicts = merged.flatMap((one) => one.conflicts);
  return {
    isBlind: isBlind && conflicts.length > 0,
    settled: merged.flatMap(({ place, from }) => (from === null ? [] : [{ ...place, from }])),
    conflicts,
    values: (choices) => {
      const empty = Object.entries(fields).flatMap(([name, field]) =>
        differenceOf(field).merge === 'texts' ? [[name, {}]] : [],
      );
      return { ...Object.fromEntries(empty), ...valuesOf(merged, choices) };
    },
  };
}
