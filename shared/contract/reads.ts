import type { SupabaseClient } from '@supabase/supabase-js';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Database } from '../data/database.types.ts';
import type { Preview } from './preview.ts';
import type { Result } from './result.ts';

/** The part of a Supabase client that reads need. */
export type Reader = Pick<SupabaseClient<Database>, 'from' | 'rpc'>;

export type Read<T> = (reader: Reader) => Promise<T>;

/** A promise while a navigation loads it. */
export type Settling<T> = Result<T> | Promise<Result<T>>;

export interface ReadRequest {
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The record that the page shows in place of the public one, where it is rendered for a preview. */
  readonly preview?: Preview | undefined;
}

/** The reads of a loader by name, and values that follow from the address. */
export type Declaration = Readonly<
  Record<string, Read<unknown> | object | string | number | boolean | null | undefined>
>;

type Loaded<Declared> = Declared extends Read<infer T> ? Settling<T> : Declared;

/**
 * A loader with declared reads. Calling it runs all of them; the shell calls `declare`, fills in what it has and runs
 * the rest.
 */
export interface DeclaredLoader<Declared extends Declaration> {
  (args: LoaderFunctionArgs): { readonly [Name in keyof Declared]: Loaded<Declared[Name]> };
  /** The declared values, with a function in place of each read. May throw a redirect. */
  readonly declare: (args: LoaderFunctionArgs) => Readonly<Record<string, unknown>>;
}

export const declarationOf = (loader: unknown): DeclaredLoader<Declaration>['declare'] | null =>
  typeof loader === 'function' && 'declare' in loader && typeof loader.declare === 'function'
    ? (loader as DeclaredLoader<Declaration>).declare
    : null;

/** Pure, as the shell's bundle for browsers sends nothing. */
const SENT = /* @__PURE__ */ Symbol.for('ki.sent-as-html');
const onServer = typeof document === 'undefined';

/**
 * Marks data that the document carries as HTML: hydration gets `null` for it and keeps the HTML, a navigation gets the
 * data.
 */
export function sentAsHtml<T extends object>(value: T): T | null {
  // A copy, as a cached value may also be sent as data.
  return onServer ? Object.defineProperty({ ...value }, SENT, { value: true }) : value;
}

/** {@link sentAsHtml} for a result; a failed one crosses as data. */
export function resultSentAsHtml<T>(result: Result<T>): Result<T> {
  return result.ok ? (sentAsHtml(result) ?? result) : result;
}

export const withoutSentHtml = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && SENT in value ? null : value;
