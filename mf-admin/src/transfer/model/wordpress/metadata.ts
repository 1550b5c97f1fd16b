import { countOf } from '../counts.ts';
import type { Media } from './media.ts';
import type { Item } from './read-export.ts';

const SEO =
  /^_?(?:yoast_wpseo|aioseop?|rank_math|seopress|genesis)_(.*(?:title|desc|keyw|canonical|noindex|opengraph|twitter|facebook|focuskw).*)$/i;
/** Fields for programs: WordPress hides those with a leading underscore, and plugins have these. */
const INTERNAL =
  /^(?:_|footnotes$|rank_math|rcp_|dsq_|rwp_|wp-smpro|amazonS3|ampforwp|essb_|td_|tdc_|et_|avada|fusion|pyre|slide_template|sbg_|ratings_|post_views|views$|panels_data|classic-editor-remember|inline_featured|om_disable|_?elementor)/i;

/** Fields, comments and pictures beside the text, which have no place here. */
export function metadataNotes({ parts, meta, comments }: Item, media: Media): string[] {
  const notes: string[] = [];
  const seo: string[] = [];
  const custom: string[] = [];
  for (const [key, values] of meta) {
    const value = values.find(Boolean);
    if (value === undefined) continue;
    const [, field] = SEO.exec(key) ?? [];
    if (field) seo.push(field);
    else if (key === '_thumbnail_id') notes.push(pictureNote(value, media));
    else if (!INTERNAL.test(key)) custom.push(key);
  }
  if (seo.length > 0) notes.push(`${countOf(seo.length, 'field')} for search engines left out: ${seo.join(', ')}.`);
  if (custom.length > 0) notes.push(`${countOf(custom.length, 'custom field')} left out: ${custom.join(', ')}.`);
  if (comments > 0) notes.push(`${countOf(comments, 'comment')} left out.`);
  if (parts['wp:is_sticky'] === '1') notes.push('It was sticky, at the top of lists.');
  return notes;
}

function pictureNote(id: string, { byId }: Media): string {
  const picture = byId.get(id);
  return picture
    ? `Its picture is left out: ${picture.address}.`
    : 'Its picture is left out, and not in this file either.';
}
