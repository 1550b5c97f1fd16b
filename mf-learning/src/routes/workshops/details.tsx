import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { Link, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { WorkshopFacts } from '../../components/fact.tsx';
import { useDetailsAddress } from '../../components/use-details-address.ts';
import { WorkshopTexts } from '../../components/workshop-texts.tsx';
import type { WorkshopDetails as Details } from '../../model/workshop.ts';
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
  const { id, category, subtitle, description, texts } = workshop;
  return (
    <Stack $gap={5} role="group" aria-label="Beschreibung" tabIndex={0}>
      <Cluster $gap={4}>
        {category && <Badge $tone="brand">{category}</Badge>}
        <WorkshopFacts workshop={workshop} />
      </Cluster>
      {subtitle && <Lead>{subtitle}</Lead>}
      {description && <p>{description}</p>}
      <WorkshopTexts texts={texts} heading="h3" />
      <p data-print="hide">
        <Link to={paths.workshopPage({ workshop: id })}>Eigene Seite</Link>
      </p>
    </Stack>
  );
}
