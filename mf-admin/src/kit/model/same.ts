const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const held = (value: unknown) => (value === '' ? undefined : value);

/** Whether the contents are equal, in any order of their keys. A key without a value or with an empty text counts as none. */
export function same(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    same(held(one[key]), held(other[key])),
  );
}
