import { isLinkAddress } from '@ki/shared/format/address.ts';
import { z } from '../../records/model/z.ts';

const needed = (label: string) => z.string().trim().min(1, `${label} is required`);

export const adSchema = z.object({
  title: needed('Title'),
  subtitle: needed('Subtitle'),
  description: needed('Description'),
  ctaText: needed('Call-to-Action Text'),
  ctaUrl: needed('Call-to-Action URL').refine(isLinkAddress, 'Use a path of this site, or an http or https address'),
  type: z.string(),
  /** Empty for no specific offer. */
  offerId: z.string(),
  isActive: z.boolean(),
});

export type AdValues = z.input<typeof adSchema>;

export const NEW_AD: AdValues = {
  title: '',
  subtitle: '',
  description: '',
  ctaText: 'Get Started Today',
  ctaUrl: '',
  type: 'team',
  offerId: '',
  isActive: false,
};

/** An ad as its form needs it. */
export interface EditableAd {
  readonly id: string;
  readonly updatedAt: string;
  readonly values: AdValues;
}

export interface Offer {
  readonly id: string;
  readonly title: string;
  /** Visitors can see it: the banner names no other. */
  readonly isPublic: boolean;
}

/** What an ad may promote. */
export interface Offers {
  readonly workshops: readonly Offer[];
  readonly courses: readonly Offer[];
}
