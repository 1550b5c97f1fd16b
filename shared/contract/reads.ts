import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Preview } from './preview.ts';
import type { Reader } from './reader.ts';
import type { Result } from './result.ts';

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
