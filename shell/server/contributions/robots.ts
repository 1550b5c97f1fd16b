/** Nothing is forbidden: pages that no index should hold say so themselves, which a crawler must be able to read. */
export const robotsText = (origin: string) => `User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`;
