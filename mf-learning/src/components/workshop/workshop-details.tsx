import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { ServerHtml } from '@ki/shared/ui/server-html.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { Suspense } from 'react';
import styled from 'styled-components';
import type { WorkshopDetails as Workshop, WorkshopTexts } from '../../model/workshop.ts';
import { LazyMarkdown } from '../lazy-markdown.tsx';
import { WorkshopFacts } from './workshop-facts.tsx';

const Lead = styled.p`
  font-size: ${size.lead};
`;

/** Everything about a workshop but its title. It takes the focus, so that the keyboard can scroll the dialog around it. */
export function WorkshopDetails({ workshop }: { workshop: Workshop }) {
  const { category, subtitle, description, texts } = workshop;
  return (
    <Stack $gap={5} role="group" aria-label="Beschreibung" tabIndex={0}>
      <Cluster $gap={4}>
        {category && <Badge $tone="brand">{category}</Badge>}
        <WorkshopFacts workshop={workshop} />
      </Cluster>
      {subtitle && <Lead>{subtitle}</Lead>}
      {description && <p>{description}</p>}
      <Suspense fallback={<Loading lang="en">Loading...</Loading>}>
        <ServerHtml>{texts && <Texts texts={texts} />}</ServerHtml>
      </Suspense>
    </Stack>
  );
}

function Texts({ texts: { content, objectives } }: { texts: WorkshopTexts }) {
  return (
    <Stack $gap={5}>
      {content && <LazyMarkdown source={content} firstLevel={2} idPrefix="inhalt-" />}
      {objectives && (
        <section>
          <Stack $gap={3}>
            <h3>Lernziele</h3>
            <LazyMarkdown source={objectives} firstLevel={4} idPrefix="lernziele-" />
          </Stack>
        </section>
      )}
    </Stack>
  );
}
