import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ServerHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { WorkshopFacts } from '../../components/fact.tsx';
import { useDetailsAddress } from '../../components/use-details-address.ts';
import type { WorkshopDetails as Details, WorkshopTexts } from '../../model/workshop.ts';
import type { DetailsData } from './route.ts';

const LOADING = <Loading lang="en">Loading...</Loading>;

const detailsButton = (id: string | null) =>
  [...document.getElementsByName(queryKeys.workshop)].find((button) => button.getAttribute('value') === id);

export function Component() {
  const { id, workshop } = useLoaderData<DetailsData>();
  const { close } = useDetailsAddress();
  const title = workshop && (
    <Settled value={workshop} loading="Workshop">
      {(result) => (result.ok ? result.data.title : 'Workshop')}
    </Settled>
  );
  const details = workshop && (
    <Settled key={id} value={workshop} loading={LOADING}>
      {(result) =>
        result.ok ? (
          <WorkshopDetails workshop={result.data} />
        ) : (
          <>
            <p>Diesen Workshop gibt es nicht oder nicht mehr.</p>
            {result.code !== 'not_found' && <ReadFailed />}
          </>
        )
      }
    </Settled>
  );
  return (
    <Dialog open={workshop !== null} onClose={close} title={title} opener={() => detailsButton(id)}>
      {details}
    </Dialog>
  );
}

const Lead = styled.p`
  font-size: ${size.lead};
`;

/** Focusable, so that the keyboard can scroll the dialog around it. */
function WorkshopDetails({ workshop }: { workshop: Details }) {
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

const Texts = ({ texts: { content, objectives } }: { texts: WorkshopTexts }) => (
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
