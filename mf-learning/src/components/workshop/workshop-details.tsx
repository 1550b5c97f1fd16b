import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { ServerHtml } from '@ki/shared/ui/server-html.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { WorkshopDetails as Workshop, WorkshopTexts } from '../../model/workshop.ts';
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
      <ServerHtml>{texts && <Texts texts={texts} />}</ServerHtml>
    </Stack>
  );
}

function Texts({ texts: { content, objectives } }: { texts: WorkshopTexts }) {
  return (
    <Stack $gap={5}>
      {content && <PreparedText text={content} />}
      {objectives && (
        <section>
          <Stack $gap={3}>
            <h3>Lernziele</h3>
            <PreparedText text={objectives} />
          </Stack>
        </section>
      )}
    </Stack>
  );
}
