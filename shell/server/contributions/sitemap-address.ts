/** The sitemap's address, and its parts' with their number: `/sitemap-2.xml`. */
export const SITEMAP = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/;
