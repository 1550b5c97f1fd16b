import type { Result } from '@ki/shared/contract/result.ts';
import { run } from '@ki/shared/data/reads.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { Loading, Skeleton } from '@ki/shared/ui/skeleton.tsx';
import { useEffect, useState } from 'react';
import { useLoaderData, useRouteLoaderData } from 'react-router-dom';
import { MatrixBrowser } from '../../components/matrix-browser.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { WorkshopDialog } from '../../components/workshop-dialog.tsx';
import { listMatrix } from '../../data/matrix.ts';
import { perAxis } from '../../model/axes.ts';
import { isWhole, type Sent } from '../../model/listing.ts';
import { type Matrix, WORKSHOP } from '../../model/workshop.ts';
import type { MatrixData, WorkshopData } from './route.ts';

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

function SentMatrix({ sent }: { sent: Sent }) {
  const { matrix, hasFailed } = useWhole(sent);
  return <MatrixBrowser matrix={matrix} notice={hasFailed && <ReadFailed />} />;
}

/** The whole matrix once it is read; before that, and after a failure, the excerpt that was sent. */
function useWhole(sent: Sent): { readonly matrix: Sent; readonly hasFailed: boolean } {
  const [rest, setRest] = useState<Result<Matrix> | null>(null);
  useEffect(() => {
    if (isWhole(sent)) return undefined;
    let isWanted = true;
    void run(listMatrix).then((result) => isWanted && setRest(result));
    return () => {
      isWanted = false;
      setRest(null);
    };
  }, [sent]);
  if (isWhole(sent) || rest === null) return { matrix: sent, hasFailed: false };
  return { matrix: rest.ok ? rest.data : sent, hasFailed: !rest.ok };
}

const Waiting = () => (
  <>
    <PageHead />
    <Section $air={6}>
      <Container>
        <Loading lang="en">Loading workshop matrix...</Loading>
        <Skeleton />
      </Container>
    </Section>
  </>
);

function OpenWorkshop() {
  const { id, workshop } = useRouteLoaderData<WorkshopData>(WORKSHOP) ?? { id: null, workshop: null };
  return <WorkshopDialog id={id} workshop={workshop} />;
}
