import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading, Skeleton } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useRouteLoaderData } from 'react-router-dom';
import { MatrixBrowser } from '../../components/matrix-browser.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { WorkshopDialog } from '../../components/workshop-dialog.tsx';
import { perAxis } from '../../model/axes.ts';
import type { Sent } from '../../model/listing.ts';
import type { Matrix } from '../../model/workshop.ts';
import { type MatrixData, WORKSHOP, type WorkshopData } from './loader.ts';
import { useWhole } from './use-whole.ts';

const NOTHING: Matrix = { axes: perAxis(() => []), workshops: [] };

export function Component() {
  const { matrix } = useLoaderData<MatrixData>();
  return (
    <>
      <OpenWorkshop />
      <Settled value={matrix} loading={<Waiting />}>
        {(result) =>
          result.ok ? <SentMatrix sent={result.data} /> : <MatrixBrowser matrix={NOTHING} notice={<ReadFailed />} />
        }
      </Settled>
    </>
  );
}

/** What is missing of a large matrix is read as soon as somebody can ask for it. */
function SentMatrix({ sent }: { sent: Sent }) {
  const { matrix, hasFailed } = useWhole(sent);
  return <MatrixBrowser matrix={matrix} notice={hasFailed && <ReadFailed />} />;
}

const Waiting = () => (
  <>
    <PageHead />
    <Section $air={6}>
      <Container>
        <Loading lang="en">Loading workshop matrix...</Loading>
        <Skeleton lines={6} />
      </Container>
    </Section>
  </>
);

function OpenWorkshop() {
  const { id, workshop } = useRouteLoaderData<WorkshopData>(WORKSHOP) ?? { id: null, workshop: null };
  return <WorkshopDialog id={id} workshop={workshop} />;
}
