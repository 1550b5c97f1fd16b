import { z } from 'zod';

const SEGMENT = "[A-Za-z0-9_.~!$&'()+,;=@-]+";

/** Addresses, keys and labels of new releases, which `shipping.fault_of` in the database holds to the same alphabet. */
const newPattern = z
  .string()
  .max(200)
  .regex(
    new RegExp(String.raw`^/(:\w+|${SEGMENT}(/(:\w+|${SEGMENT}))*(/\*)?)?$`),
    'expected a pattern of ASCII characters',
  )
  .regex(/^(?!\/sitemap-[^/]*$)/, 'expected an address that is not of a sitemap');

const newKey = z.string().regex(/^[A-Za-z0-9@/.][A-Za-z0-9@/._:*~$+-]{0,199}$/, 'expected a key of ASCII characters');

/** Characters beyond the first plane, controls, format characters, private use, and each space but the plain one. */
const UNPRINTABLE =
  String.raw`\u0001-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F` +
  String.raw`\u3000\u3164\uD800-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFF\u{10000}-\u{10FFFF}`;

const newLabel = z
  .string()
  .regex(new RegExp(`^[^${UNPRINTABLE}]{1,60}$`, 'u'), 'expected at most 60 printable characters')
  .regex(/^(?! ).*(?<! )$/s, 'expected no space at its ends');

const LARGEST = 999_999_999;

const DEEPEST = 8;

/** Deeper values overflow the stack of whoever hashes or writes them. */
export const isShallow = (value: unknown, levels = DEEPEST): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Object.values(value).every((one) => levels > 0 && isShallow(one, levels - 1));

const newDocument = z
  .object({
    version: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,99}$/, 'expected one like 1.0.0-0a1b2c'),
    contract: z.int().min(0).max(LARGEST),
    routes: z.array(newPattern).max(100),
    resources: z.array(newPattern).max(50).optional(),
    query: z.record(newKey, z.unknown()).optional(),
    chunks: z.record(newKey, z.unknown()),
    singletons: z.record(newKey, z.unknown()).optional(),
    protocol: z.int().max(LARGEST).optional(),
    budget: z.number().min(0.001).max(100_000).optional(),
    link: z.object({ label: newLabel, address: z.string() }).optional(),
    reads: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ link, routes }) => !link || routes.includes(link.address), {
    path: ['link', 'address'],
    message: 'expected one of the routes',
  });

/** The database holds new releases to this schema, a shell to a wider one: live releases of before may exceed it. */
export const newReleaseSchema = z
  .unknown()
  .refine((document) => isShallow(document), `expected values that are nested at most ${DEEPEST} deep`)
  .pipe(newDocument);
