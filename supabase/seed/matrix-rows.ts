import type { Content } from './content.ts';
import { type References, referencesTo, stableId } from './references.ts';
import type { Row } from './tables.ts';

const FILE = 'matrix.yaml';

type Axis = Content['matrix']['categories'];

export function matrixRows({ matrix }: Content): [table: string, rows: Row[]][] {
  const category = references('matrix category', matrix.categories);
  const targetGroup = references('matrix target group', matrix.target_groups);
  const level = references('matrix level', matrix.levels);
  referencesTo('matrix workshop', FILE, matrix.workshops, ({ title }) => title);
  return [
    ['matrix_categories', axisRows(matrix.categories, category)],
    ['matrix_target_groups', axisRows(matrix.target_groups, targetGroup)],
    ['matrix_levels', axisRows(matrix.levels, level)],
    [
      'matrix_dimensions',
      matrix.dimensions.map(({ name }, index) => ({
        id: stableId('matrix dimension', name),
        name,
        sort_order: index + 1,
      })),
    ],
    [
      'matrix_workshops',
      matrix.workshops.map((workshop, index) => ({
        id: stableId('matrix workshop', workshop.title),
        title: workshop.title,
        duration_hours: workshop.duration_hours,
        price_chf: workshop.price_chf,
        prerequisites: workshop.prerequisites ?? null,
        category_id: category.idOf(workshop.category, FILE, `workshops.${index}.category`),
        target_group_id: targetGroup.idOf(workshop.target_group, FILE, `workshops.${index}.target_group`),
        level_id: level.idOf(workshop.level, FILE, `workshops.${index}.level`),
      })),
    ],
    ['matrix_workshop_learning_objectives', objectiveRows(matrix)],
  ];
}

const references = (kind: string, axis: Axis) => referencesTo(kind, FILE, axis, ({ code }) => code);

const axisRows = (axis: Axis, known: References): Row[] =>
  axis.map(({ code, name }, index) => ({ id: known.idOf(code, FILE, ''), code, name, sort_order: index + 1 }));

function objectiveRows({ workshops, dimensions }: Content['matrix']): Row[] {
  const dimension = referencesTo('matrix dimension', FILE, dimensions, ({ name }) => name);
  return workshops.flatMap(({ title, objectives }, index) =>
    Object.entries(objectives).map(([name, objective]) => ({
      id: stableId('matrix objective', `${title}/${name}`),
      matrix_workshop_id: stableId('matrix workshop', title),
      dimension_id: dimension.idOf(name, FILE, `workshops.${index}.objectives`),
      objective,
    })),
  );
}
