import { site } from '@ki/shared/contract/site.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { type ButtonLook, buttonStyle } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { CardCover } from '@ki/shared/ui/media/cover.tsx';
import { coverArt, coverPalettes } from '@ki/shared/ui/media/cover-art.ts';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import type { Palette } from '@ki/shared/ui/palette/palette.ts';
import { tokensOf } from '@ki/shared/ui/schemes.ts';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type CSSProperties, type ReactNode, Suspense, useId } from 'react';
import styled from 'styled-components';
import { MarkdownText } from '../../text/markdown.tsx';
import type { SiteValues } from '../site-record.ts';

type SchemeName = 'light' | 'dark';

const Page = styled.div`
  overflow: clip;
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.ground};
  color: ${color.text};
  overflow-wrap: anywhere;
`;

const Head = styled.div`
  ${onBanner}
  display: grid;
  gap: ${space[3]};
  padding: ${space[4]} ${space[5]};

  > p + p {
    color: ${color.muted};
    font-size: ${size.small};
  }
`;

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  font: 600 1.125rem / 1.2 ${font.heading};

  img {
    inline-size: auto;
    max-inline-size: 8rem;
    block-size: 1.75rem;
    object-fit: contain;
  }
`;

const Menu = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} ${space[4]};
  font-size: ${size.tiny};
  font-weight: 600;

  > :first-child {
    box-shadow: 0 0.1875rem ${color.accent};
  }
`;

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  padding: ${space[4]} ${space[5]} ${space[5]};

  h2 {
    font-size: ${size.h4};
  }
`;

const Look = styled.span<ButtonLook>`
  ${buttonStyle}
`;

/** The drawing's own classes set the saved colours. */
const Cover = styled(CardCover)<{ readonly $rules: string }>`
  &&& {
    ${({ $rules }) => $rules}
  }
`;

const POST = 'Gute Fragen an ein Sprachmodell';
const TEXT = `Ein Absatz mit einem [Link](/) und mit \`Code\` in der Zeile.

> Ein Zitat, das den Gedanken trägt.

\`\`\`js
const antwort = frage("Warum?"); // 42
\`\`\``;

const variablesOf = (palette: Palette, scheme: SchemeName) =>
  ({
    colorScheme: scheme,
    ...Object.fromEntries(tokensOf(palette[scheme]).map(([, property, value]) => [property, value])),
  }) as CSSProperties;

function coverRules(palette: Palette, scheme: SchemeName): string {
  const covers = palette.covers ?? coverPalettes;
  return Object.entries(covers[coverArt(POST).palette][scheme])
    .map(([role, value]) => `--k-${role}: ${value};`)
    .join('');
}

interface PreviewProps {
  readonly values: Pick<SiteValues, 'name' | 'claim' | 'logo'>;
  readonly palette: Palette;
}

interface FrameProps extends PreviewProps {
  readonly caption: string;
  readonly scheme: SchemeName;
  readonly children: ReactNode;
}

/** Inert: it looks like a page, and nothing in it can be used. */
function Frame({ caption, scheme, values, palette, children }: FrameProps) {
  const id = useId();
  return (
    <Stack as="figure" $gap={2} aria-labelledby={id}>
      <figcaption id={id}>{caption}</figcaption>
      <Page style={variablesOf(palette, scheme)} lang="de" inert>
        <Head>
          <Name>
            {values.logo && <img src={values.logo} alt="" />}
            {values.name}
          </Name>
          <Menu>
            {site()
              .menu.slice(0, 3)
              .map(({ label }) => (
                <span key={label}>{label}</span>
              ))}
          </Menu>
        </Head>
        {children}
        <Head>
          <Name as="p">{values.name}</Name>
          {values.claim && <p>{values.claim}</p>}
        </Head>
      </Page>
    </Stack>
  );
}

const Home = ({ palette, scheme }: Pick<FrameProps, 'palette' | 'scheme'>) => (
  <Body>
    <SectionTitle as="div">Neueste Beiträge</SectionTitle>
    <Card as="div">
      <Cover title={POST} $rules={coverRules(palette, scheme)} />
      <CardBody>
        <strong>{POST}</strong>
        <Cluster $gap={2}>
          <Badge $tone="brand">Praxis</Badge>
          <Badge $tone="accent">Neu</Badge>
          <Badge>Werkzeuge</Badge>
        </Cluster>
        <Cluster $gap={2}>
          <Look $size="small">Mehr</Look>
          <Look $size="small" $variant="secondary">
            Zurück
          </Look>
          <Look $size="small" $variant="accent">
            Anmelden
          </Look>
        </Cluster>
      </CardBody>
    </Card>
  </Body>
);

const Post = () => (
  <Body>
    <strong>{POST}</strong>
    <Suspense fallback={<Loading>Loading...</Loading>}>
      <MarkdownText source={TEXT} />
    </Suspense>
  </Body>
);

export const Preview = (props: PreviewProps) => (
  <Stack $gap={5}>
    <Frame caption="Home" scheme="light" {...props}>
      <Home palette={props.palette} scheme="light" />
    </Frame>
    <Frame caption="A post" scheme="light" {...props}>
      <Post />
    </Frame>
    <Frame caption="A dark page" scheme="dark" {...props}>
      <Home palette={props.palette} scheme="dark" />
      <Post />
    </Frame>
  </Stack>
);
