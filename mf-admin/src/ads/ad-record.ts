import { isLinkAddress } from '@ki/shared/format/address.ts';
import {
  defineRecord,
  failuresOf,
  type Readable,
  type RowOf,
  recordTexts,
  type ValuesOf,
} from '../kinds/model/define-record.ts';
import { flag, paragraphs, reference, text } from '../kinds/model/fields.ts';
import { z } from '../kit/model/z.ts';

const isLink = z
  .string()
  .trim()
  .min(1, 'Call-to-Action URL is required')
  .refine(isLinkAddress, 'Use a path of this site, or an http or https address');

export const ad = defineRecord({
  table: 'ads',
  texts: { ...recordTexts('Ad', failuresOf('An error occurred')), new: 'Create New Ad' },
  fields: {
    title: text('title', 'Title', { required: true }),
    subtitle: text('subtitle', 'Subtitle', { required: true }),
    description: paragraphs(text('description', 'Description', { required: true })),
    ctaText: text('cta_text', 'Call-to-Action Text', { required: true, initial: 'Get Started Today' }),
    ctaUrl: text('cta_url', 'Call-to-Action URL', { required: true, schema: isLink }),
    type: text('type', 'Target Audience Type', { initial: 'team' }),
    offerId: reference('offer_id', 'Offer'),
    isActive: { ...flag('is_active', 'Active'), isOwn: true },
  },
  shown: { createdAt: 'created_at' },
  hasDrafts: true,
  isLive: ({ isActive }) => isActive,
});

export type AdValues = ValuesOf<typeof ad>;

export const LISTED = ['title', 'subtitle', 'type', 'isActive', 'createdAt'] as const satisfies Readable<typeof ad>[];

export type AdRow = RowOf<typeof ad, (typeof LISTED)[number]>;
