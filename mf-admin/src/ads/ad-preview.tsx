import { headlineFor, isTeam, subtitleFor } from '@ki/shared/format/ad.ts';
import { AdBanner } from '@ki/shared/ui/ad-banner.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import type { AdValues } from './ad-record.ts';
import type { Offers } from './data/list-offers.ts';

const Frame = styled.section`
  position: sticky;
  inset-block-start: ${space[5]};
  display: grid;
  gap: ${space[2]};

  > h2 {
    font: inherit;
    font-weight: 600;
  }
`;

const Note = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

export interface AdPreviewProps {
  readonly control: Control<AdValues>;
  readonly offers: Offers;
}

/** The banner as visitors will see it, while one types. */
export function AdPreview({ control, offers }: AdPreviewProps) {
  const { type = '', offerId, subtitle = '', description = '', ctaText = '', isActive } = useWatch({ control });
  const offer = (isTeam(type) ? offers.workshops : offers.courses).find(({ id }) => id === offerId);
  const ad = {
    headline: headlineFor(type),
    subtitle: subtitleFor(type, offer?.isPublic ? offer.title : null, subtitle),
    description,
    ctaText,
    ctaUrl: null,
  };
  return (
    <Frame aria-labelledby="ad-preview-heading">
      <h2 id="ad-preview-heading">Preview</h2>
      <div lang="de">
        <AdBanner ad={ad} />
      </div>
      <Note>
        {isActive ? 'Shown on the website, in turn with the other active ads.' : 'Inactive: not shown on the website.'}
        {offer && !offer.isPublic && ' The course is a draft: the ad’s own subtitle stands in for it.'}
      </Note>
    </Frame>
  );
}
