import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';
import { faults, importer, outcomes } from './import-calls.ts';

let backend: PolicyBackend;
let matrix: ReturnType<typeof importer>;

beforeAll(async () => {
  backend = await startPolicyBackend();
  matrix = importer(backend.as.staff, 'matrix');
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const present = {
  place: 'row 2',
  title: 'Prüfungen planen',
  duration_hours: '3.5',
  price_chf: '290',
  category: 'A',
  target_group: 'L',
  level: '1',
};
const fresh = { ...present, title: 'Neues wagen' };

const workshops = () =>
  backend.owner.query(
    `select w.title, w.duration_hours as hours, c.code || g.code || l.code as place, (
       select jsonb_object_agg(d.name, o.objective) from public.matrix_workshop_learning_objectives o
       join public.matrix_dimensions d on d.id = o.dimension_id where o.matrix_workshop_id = w.id
     ) as objectives
     from public.matrix_workshops w join public.matrix_categories c on c.id = w.category_id
     join public.matrix_target_groups g on g.id = w.target_group_id join public.matrix_levels l on l.id = w.level_id
     order by w.title, place`,
  );

test('an import creates workshops with new categories, target groups, levels and dimensions', async () => {
  const other = { category: 'B', category_name: 'Bilder', target_group: 'K', target_group_name: 'Kursleitende' };
  const report = await matrix.run([
    { ...present, objectives: { Wissen: 'Sie wissen es.' } },
    { ...fresh, ...other, level: '2', level_name: 'Aufbau', objectives: { Transfer: 'Tun.', Wissen: ' ' } },
    { ...fresh, ...other, level: '1' },
  ]);
  expect(outcomes(report)).toEqual(['unchanged', 'create', 'create']);
  expect(report.creates).toEqual([
    'category B (Bilder)',
    'dimension Transfer',
    'level 2 (Aufbau)',
    'target group K (Kursleitende)',
  ]);
  expect(await workshops()).toEqual([
    { title: 'Neues wagen', hours: 3.5, place: 'BK1', objectives: null },
    { title: 'Neues wagen', hours: 3.5, place: 'BK2', objectives: { Transfer: 'Tun.' } },
    { title: 'Prüfungen planen', hours: 3.5, place: 'AL1', objectives: { Wissen: 'Sie wissen es.' } },
  ]);
  expect(await backend.owner.query('select code, sort_order from public.matrix_categories order by 2')).toEqual([
    { code: 'A', sort_order: 1 },
    { code: 'B', sort_order: 2 },
  ]);
});

describe('a workshop that exists', () => {
  test('is known by its id, may move, and loses an objective that the file empties', async () => {
    const moved = {
      ...present,
      id: ids.matrixWorkshop,
      title: 'Anders',
      duration_hours: '2',
      objectives: { Wissen: '', Anwendung: 'Tun.' },
    };
    expect(outcomes(await matrix.run([moved], { update: true }))).toEqual(['update']);
    expect(await workshops()).toEqual([{ title: 'Anders', hours: 2, place: 'AL1', objectives: { Anwendung: 'Tun.' } }]);
  });

  test('is known by its title at its place, and keeps objectives that the file does not name', async () => {
    expect(outcomes(await matrix.run([{ ...present, price_chf: '300' }], { update: true }))).toEqual(['update']);
    expect(await workshops()).toMatchObject([{ objectives: { Wissen: 'Sie wissen es.' } }]);
  });

  test('is wrong without the choice to update it', async () => {
    expect(faults(await matrix.check([{ ...present, price_chf: '300' }]))).toEqual([
      'title: “Prüfungen planen” exists already; expected a new workshop, or the choice to update what exists.',
    ]);
  });

  test('is wrong without an id when another one has its title and place', async () => {
    await matrix.run([{ ...present, id: ids.course }]);
    expect(faults(await matrix.check([present], { update: true }))).toEqual([
      'title: found “Prüfungen planen”, which 2 workshops at this place have; expected a column id that says which.',
    ]);
  });
});

test.each([
  ['no title', { title: '' }, 'title: nothing found; expected a text.'],
  [
    'no hours',
    { duration_hours: '' },
    'duration_hours: found “”; expected a number of hours such as 3.5, at most 10,000.',
  ],
  [
    'hours that are no number',
    { duration_hours: 'NaN' },
    'duration_hours: found “NaN”; expected a number of hours such as 3.5, at most 10,000.',
  ],
  [
    'more hours than any workshop has',
    { duration_hours: '10001' },
    'duration_hours: found “10001”; expected a number of hours such as 3.5, at most 10,000.',
  ],
  ['a part of a franc', { price_chf: '4.50' }, 'price_chf: found “4.50”; expected whole francs such as 450.'],
  ['a negative price', { price_chf: '-1' }, 'price_chf: found “-1”; expected whole francs such as 450.'],
  ['an id that is none', { id: '7' }, 'id: found “7”; expected an id as an export writes it, or an empty cell.'],
  [
    'an unknown code',
    { level: '9' },
    'level: found “9”; expected a known code (1), or a column level_name with the name of a new one.',
  ],
  ['no code', { target_group: '' }, 'target_group: nothing found; expected a code such as L.'],
])('%s is wrong, in words', async (_, wrong, fault) => {
  expect(faults(await matrix.check([{ ...fresh, ...wrong }]))).toEqual([fault]);
});

test('one wrong row leaves no workshop and no category', async () => {
  const more = { category: 'B', category_name: 'Bilder' };
  const entries = [
    { ...fresh, ...more },
    { ...fresh, title: '' },
  ];
  expect(await matrix.run(entries)).toMatchObject({ done: false });
  expect(await workshops()).toHaveLength(1);
  expect(await backend.owner.query('select from public.matrix_categories')).toHaveLength(1);
});
