import fc from 'fast-check';

/** Texts that are known to break programs. */
const TEXTS: readonly string[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e', 'ß'.repeat(5000), "'; drop table posts; --"],
  ...['../../etc/passwd', '<script>alert(1)</script>', '{{7*7}}', '%', '%00', '*', 'null', 'true', 'NaN', 'infinity'],
  ...['-1', '1e999', '9223372036854775808', '2026-02-30T25:61:61Z', '294277-01-01', '24:00:01', '{a,b}', '{"a":'],
  ...['(1,2)', '[1,2]', 'a.b.c', 'b0000000-0000-4000-8000-000000000001', 'https://a.example/', 'javascript:alert(1)'],
  ...['__proto__', 'constructor'],
];

const OTHERS = [null, true, false, 0, -1, 1e308, 10.5, 2 ** 53, [], {}, [[]], [null]];
const NO_BODIES = ['', '{', '[1,', 'null', '"\\ud800"', '\u0000', '['.repeat(50_000), '{"a":1}{"a":2}', 'a,b\n1'];

export const strangeText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

export const strangeValue = fc.oneof(
  { weight: 4, arbitrary: strangeText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...OTHERS) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** A valid body with some fields replaced, removed or added; sometimes another value. */
export const spoilt = (right: Readonly<Record<string, unknown>>) => {
  const fields = Object.keys(right);
  const field = fields.length ? fc.constantFrom(...fields) : strangeText;
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(
          fc.array(fc.tuple(field, strangeValue), { maxLength: 3 }),
          fc.array(fc.tuple(strangeText, strangeValue), { maxLength: 1 }),
          fc.subarray(fields, { maxLength: Math.min(1, fields.length) }),
        )
        .map(([changed, added, missing]) => {
          const body = new Map([...Object.entries(right), ...changed, ...added]);
          for (const name of missing) body.delete(name);
          return JSON.stringify(Object.fromEntries(body));
        }),
    },
    { weight: 1, arbitrary: strangeValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.array(strangeValue, { maxLength: 4 }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...NO_BODIES) },
  );
};
