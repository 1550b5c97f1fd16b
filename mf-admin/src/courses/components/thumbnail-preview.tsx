import { CardCover } from '@ki/shared/ui/cover.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import type { CourseValues } from '../course-record.ts';

const Frame = styled.figure`
  display: grid;
  gap: ${space[2]};
  margin: 0;
  max-inline-size: 20rem;

  > figcaption {
    color: ${color.muted};
    font-size: ${size.small};
  }
`;

const Picture = styled.img`
  inline-size: 100%;
  aspect-ratio: 16 / 9;
  object-fit: cover;
  border-radius: ${radius.medium};
  background: ${color.sunken};
`;

/** The course's picture as visitors will see it; says so when its address shows none. */
export function ThumbnailPreview({ control }: { readonly control: Control<CourseValues> }) {
  const [title, address] = useWatch({ control, name: ['title', 'thumbnailUrl'] });
  const [broken, setBroken] = useState('');
  const url = address.trim();
  const isShown = /^https?:\/\//i.test(url) && URL.canParse(url) && url !== broken;
  return (
    <Frame>
      {isShown ? (
        <Picture src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        <CardCover title={title} />
      )}
      <figcaption>
        <span role="status">
          {url !== '' && url === broken
            ? 'No picture was found at this address: visitors see the drawing.'
            : 'As visitors will see it'}
        </span>
      </figcaption>
    </Frame>
  );
}
