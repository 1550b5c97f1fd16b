import { site } from '@ki/shared/contract/site.ts';

/** The site's name and what structured data say of it. */
export const publisher = () => {
  const { name, language, currency, details } = site();
  return { name, description: details?.description ?? '', language, currency, profiles: details?.socialLinks ?? [] };
};
