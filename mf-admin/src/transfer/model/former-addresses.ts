import { isRedirectAddress, redirectAddress } from '@ki/shared/contract/redirects.ts';
import type { PostFields } from '../../files/model/post-row.ts';

/** A post's addresses on the old site, as redirects have them: paths from its root, and short ones such as `/?p=12`. */
export function formerAddresses(
  addresses: readonly string[],
  home = 'http://nowhere.invalid/',
): Pick<PostFields, 'addresses'> {
  const found = addresses.flatMap((address) => {
    const url = URL.parse(address, home);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const id = url.searchParams.get('p');
    return id ? `${redirectAddress(url)}?p=${id}` : redirectAddress(url);
  });
  const former = [...new Set(found)].filter(isRedirectAddress);
  return former.length > 0 ? { addresses: former } : {};
}
