/** Before an address, that of its data: what its loaders give, as JSON, by route id. */
export const DATA_PATH = '/_data';

/** The header by which a page names, and its data tell, the release that they are made for: `mf-name@version`. */
export const RELEASE = 'release';

/** What loaders give, by the ids of their routes. */
export type PageData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
