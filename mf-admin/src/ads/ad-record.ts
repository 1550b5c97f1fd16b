import { isLinkAddress } from '@ki/shared/format/address.ts';
import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import { defineRecord, failuresOf, type ListedRow, recordTexts, type ValuesOf } from '../kinds/model/define-record.ts';
import { trimmed } from '../kinds/model/field.ts';
import { area, flag, reference, text } from '../kinds/model/fields.ts';

const isLink = trimmed.check(
  z.minLength(1, 'Call-to-Action URL is required'),
  z.refine(isLinkAddress, 'Use a path of this site, or an http or https address'),
);

export const ad = defineRecord({
  table: 'ads',
  texts: { ...recordTexts('Ad', failuresOf('An error occurred')), new: 'Create New Ad' },
  fields: {
    title: text('title', 'Title', { required: true }),
    subtitle: text('subtitle', 'Subtitle', { required: true }),
    description: area(text('description', 'Description', { required: true }), 4),
    ctaText: text('cta_text', 'Call-to-Action Text', { required: true, initial: 'Get Started Today' }),
    ctaUrl: text('cta_url', 'Call-to-Action URL', {
      required: true,
      schema: isLink,
      input: { inputMode: 'url', autoCapitalize: 'none', placeholder: '/workshops/slug or https://example.com' },
    }),
    type: text('type', 'Target Audience Type', { initial: 'team' }),
    offerId: reference('offer_id', 'Offer', { workshops: 'title', courses: 'title' }),
    isActive: { ...flag('is_active', 'Active'), isOwn: true },
  },
  shown: { createdAt: 'created_at' },
  at: { list: addresses.ads, new: addresses.newAd, edit: addresses.editAd },
  listed: ['title', 'type', 'isActive', 'createdAt', 'subtitle'],
  hasDrafts: true,
  isLive: ({ isActive }) => isActive,
});

export type AdValues = ValuesOf<typeof ad>;

export type AdRow = ListedRow<typeof ad>;
