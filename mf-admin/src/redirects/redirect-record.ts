import { isRedirectAddress, redirectAddress } from '@ki/shared/contract/redirects.ts';
import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import { trimmed, URL_INPUT } from '../kinds/model/field.ts';
import { optionalText, text } from '../kinds/model/fields.ts';

/** The rule of the database. */
const isTarget = (target: string): boolean =>
  new TextEncoder().encode(target).length <= 2_000 &&
  !/[\\\p{Cc}]/u.test(target) &&
  (/^https:\/\/[^/\s]\S*$/i.test(target)
    ? URL.canParse(target)
    : /^\/([^/?#%\s]+(\/[^/?#%\s]+)*)?([?#]\S*)?$/.test(target));

/** A former address as it is stored, from one that was typed or copied from a browser. */
function addressOfTyped(typed: string): string {
  const [pathname = '', ...query] = typed
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/#.*$/s, '')
    .split('?');
  const path = redirectAddress({ pathname: pathname.startsWith('/') ? pathname : `/${pathname}` });
  return [path, ...query].join('?');
}

/** A target as it is stored: on this site without the host, its path like an address. */
function targetOfTyped(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(text);
  const own = url?.origin === location.origin ? url.pathname + url.search + url.hash : text;
  const [, path = '', rest = ''] = /^(\/[^/?#][^?#]*)(.*)$/s.exec(own) ?? [];
  return path === '' ? own : redirectAddress({ pathname: path }) + rest;
}

const ADDRESS_INPUT = { inputMode: 'url', autoCapitalize: 'none' } as const;

const address = trimmed.check(
  z.minLength(1, 'Address is required'),
  z.refine(
    (typed) => isRedirectAddress(addressOfTyped(typed)),
    'Use a path of this site such as /2019/05/my-post, or /?p=12',
  ),
);

const target = trimmed.check(
  z.minLength(1, 'Leads To is required'),
  z.refine(
    (typed) => isTarget(targetOfTyped(typed)),
    'Use a path of this site such as /workshops, or an https address',
  ),
);

export const redirect = defineRecord({
  table: 'redirects',
  at: { list: addresses.redirects, new: addresses.newRedirect, edit: addresses.editRedirect },
  texts: recordTexts('Redirect'),
  listed: ['address', 'target', 'publicFrom'],
  fields: {
    address: {
      ...text('address', 'Address', {
        required: true,
        schema: address,
        hint: 'The former address. One of another host is taken without the host.',
        input: { ...ADDRESS_INPUT, placeholder: '/2019/05/my-post' },
      }),
      toStored: addressOfTyped,
    },
    target: {
      ...optionalText('target', 'Leads To', {
        schema: target,
        hint: 'Follows the address of the record that is there.',
        input: { ...URL_INPUT, type: undefined, placeholder: '/post/my-post or https://example.com' },
      }),
      required: true,
      toStored: targetOfTyped,
    },
  },
  shown: { publicFrom: 'public_from' },
  reasons: { redirects_address_key: { field: 'address', message: 'This address is already taken.' } },
});
