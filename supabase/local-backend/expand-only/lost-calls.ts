import { ALL_COLUMNS, type DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import type { Change } from './change.ts';
import type { Readable, ReadableFunction } from './readable.ts';

const within = (some: readonly string[], all: readonly string[]) => some.every((name) => all.includes(name));

const argumentsOf = (one: ReadableFunction) => Object.keys(one.arguments);

/** A call by the names of its arguments: those that it may give, and those that it always gives. */
interface Call {
  readonly given: readonly string[];
  readonly always: readonly string[];
}

const recordedCall = (given: readonly string[]): Call => ({ given, always: given });

/** All calls of a function. */
const anyCall = (one: ReadableFunction): Call => ({ given: argumentsOf(one), always: one.required });

const takes =
  ({ given, always }: Call) =>
  (one: ReadableFunction) =>
    within(given, argumentsOf(one)) && within(one.required, always);

/** Whether a function takes some of these calls: the API refuses a call that several functions take. */
const takesSome =
  ({ given, always }: Call) =>
  (one: ReadableFunction) =>
    within(always, argumentsOf(one)) && within(one.required, given);

function lostOfResult(wanted: readonly string[], before: ReadableFunction, after: ReadableFunction): string[] {
  const { name, columns } = before;
  if (before.result !== after.result) return [`function ${name} returned ${before.result} and returns ${after.result}`];
  const chosen = Object.keys(columns).filter((column) => wanted.includes(ALL_COLUMNS) || wanted.includes(column));
  return chosen.flatMap((column) => {
    const [was, is] = [columns[column], after.columns[column]];
    if (is === undefined) return [`function ${name} no longer returns ${column}`];
    return was === is ? [] : [`function ${name} returned ${column} as ${was} and returns ${is}`];
  });
}

const lostOfTypes = ({ given }: Call, before: ReadableFunction, after: ReadableFunction): string[] =>
  given.flatMap((name) => {
    const [was, is] = [before.arguments[name], after.arguments[name]];
    return was === is ? [] : [`function ${before.name} took ${name} as ${was} and takes ${is}`];
  });

type Called = DatabaseReads['functions'][string];

interface Named {
  /** The functions of a name that the role may call. */
  readonly found: readonly ReadableFunction[];
  readonly left: readonly ReadableFunction[];
}

/** The calls of a release with the function of each. Any call counts where none is recorded that a function took. */
function callsOf(calls: Called['calls'], { found, left }: Named) {
  const recorded = calls.map(recordedCall).map((call) => ({ call, one: found.find(takes(call)) }));
  const known = recorded.flatMap(({ call, one }) => (one ? [{ call, one }] : []));
  const isOfLaterSchema = recorded.some(({ call }) => left.some(takes(call)));
  return known.length > 0 || isOfLaterSchema ? known : found.map((one) => ({ call: anyCall(one), one }));
}

export function lostOfFunction(name: string, { calls, columns }: Called, { role, before, after }: Change): string[] {
  const named = ({ functions }: Readable) => functions.filter((one) => one.name === name);
  const mayCall = (one: ReadableFunction) => one.roles.includes(role);
  const [found, left] = [named(before).filter(mayCall), named(after).filter(mayCall)];
  const known = callsOf(calls, { found, left });
  if (known.length === 0) return [];
  if (named(after).length === 0) return [`function ${name} is gone`];
  if (left.length === 0) return [`${role} may no longer call function ${name}`];
  const areSeveral = (call: Call, all: Readable) => named(all).filter(takesSome(call)).length > 1;
  return known.flatMap(({ call, one }) => {
    const other = left.find(takes(call));
    const title = `function ${name}`;
    if (!other) return [`${title} no longer takes (${call.given.join(', ')})`];
    if (areSeveral(call, after) && !areSeveral(call, before))
      return [`several functions ${name} take (${call.given.join(', ')})`];
    return [...lostOfTypes(call, one, other), ...lostOfResult(columns, one, other)];
  });
}
