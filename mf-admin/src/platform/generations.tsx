import { Badge } from '@ki/shared/ui/badge.tsx';
import { Note, onPhone, Part } from '../kit/part.tsx';
import { columnsOf, DataTable } from '../kit/table/data-table.tsx';
import { RowTitle } from '../kit/table/row.tsx';
import { type Shared, type SharedPackage, sharedPackages } from './model/platform.ts';

const columns = columnsOf<SharedPackage>([
  ['remote', 'Remote', ({ id, remote, name }) => <RowTitle id={id} title={remote} more={name} />],
  ['generation', 'Generation', ({ generation }) => onPhone('Generation ', generation)],
  ['wanted', 'Wanted', ({ wanted }) => onPhone('Wanted: ', wanted)],
  [
    'provided',
    'Provided',
    ({ provided }) => onPhone('Provided: ', provided ?? <Badge $tone="danger">No runtime</Badge>),
  ],
]);

const served = ({ generations }: Shared) =>
  `${generations.length === 1 ? 'generation' : 'generations'} ${generations.map(({ contract }) => contract).join(' and ')}`;

/** Lists the versions that each live remote was built for beside those of its generation's runtime. */
export const Generations = ({ shared }: { readonly shared: Shared }) => (
  <Part title="Generations">
    <Note>
      This shell serves {served(shared)}. A release runs on the packages of its own generation; pnpm remote generations
      lists what still needs each.
    </Note>
    <DataTable label="Shared packages" columns={columns} rows={sharedPackages(shared)} />
  </Part>
);
