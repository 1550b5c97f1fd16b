/** What a page says about itself in the document's head. All texts are plain text. */
export interface Head {
  readonly title: string;
  readonly description?: string;
  /** Path (with query) of the canonical address; default: the page's own path without query, and none with `noindex`. */
  readonly canonical?: string;
  readonly noindex?: boolean;
  /** Open Graph type; default `website`. */
  readonly type?: 'website' | 'article';
  /** Path of a preview image, 1200 x 630. */
  readonly image?: string;
  /** Feeds of this page. */
  readonly feeds?: readonly { readonly title: string; readonly path: string; readonly type: string }[];
  /** schema.org objects, one script each. */
  readonly jsonLd?: readonly Readonly<Record<string, unknown>>[];
}
