import { type KyselyPlugin, type OperationNode, OperationNodeTransformer, RawNode, ValueNode } from 'kysely';
import { type Comparison, type Condition, type Filter, isJunction } from './filters.ts';

const SYMBOLS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  in: '= any',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const SEARCHES: Readonly<Record<string, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

/** lite's names for the kinds of text search. */
const SEARCH_TYPES: Readonly<Record<string, string>> = { plfts: 'plain', phfts: 'phrase', wfts: 'websearch' };

export type Where = Record<string, unknown>;

class Compared {
  readonly comparison: Comparison;

  constructor(comparison: Comparison) {
    this.comparison = comparison;
  }
}

/**
 * The filters of one resource as lite's `where`. lite finds the column and writes `column = value`, of which
 * {@link comparing} makes the comparison; what asks for embedded resources, or for the type of a column, stays lite's.
 */
export function whereOf(filters: readonly Filter[]): Where {
  const fields = new Map<string, unknown>();
  const further: Where[] = [];
  for (const { condition } of filters) {
    const [name = '', value] = Object.entries(whereOfCondition(condition))[0] ?? [];
    if (fields.has(name) || name === '$and') further.push({ [name]: value });
    else fields.set(name, value);
  }
  return Object.fromEntries(further.length > 0 ? [...fields, ['$and', further]] : fields);
}

function whereOfCondition(condition: Condition): Where {
  if (!isJunction(condition)) return Object.fromEntries([[condition.field, testOf(condition)]]);
  const where = { [`$${condition.operator}`]: condition.parts.map(whereOfCondition) };
  return condition.isNegated ? { $not: where } : where;
}

function testOf(comparison: Comparison): Where {
  const { field, operator, isNegated, language, value } = comparison;
  if (operator === 'is' && value === 'null') return isNegated ? { $isNot: null } : { $is: null };
  if (!(operator in SEARCHES) || field.includes('->')) return { $eq: new Compared(comparison) };
  const type = SEARCH_TYPES[operator];
  const search = { query: value, ...(type && { type }), ...(language && { config: language }) };
  return isNegated ? { $not: { $textSearch: search } } : { $textSearch: search };
}

/** `{"a","b"}`: PostgreSQL reads each element by the type of the column. */
function listOf(values: readonly string[]): string {
  if (values.length === 1 && values[0] === '') return '{}';
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

function operandOf({ operator, value }: Comparison): string {
  if (typeof value !== 'string') return listOf(value);
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
}

/** The comparison as PostgREST writes it: values are parameters, which PostgreSQL reads by the type of the column. */
function comparisonOn(column: OperationNode, comparison: Comparison): RawNode {
  const { operator, quantifier, isNegated, language } = comparison;
  const [before, after] = isNegated ? ['not (', ')'] : ['', ''];
  const value = ValueNode.create(operandOf(comparison));
  if (operator === 'is') return RawNode.create([before, ` is ${comparison.value}${after}`], [column]);
  const search = SEARCHES[operator];
  if (search && language !== undefined) {
    const config = ValueNode.create(language);
    const texts = [`${before}to_tsvector(`, ', ', `) @@ ${search}(`, ', ', `)${after}`];
    return RawNode.create(texts, [config, column, config, value]);
  }
  if (search) return RawNode.create([`${before}to_tsvector(`, `) @@ ${search}(`, `)${after}`], [column, value]);
  const symbol = [SYMBOLS[operator], quantifier].filter(Boolean).join(' ');
  const isList = quantifier !== undefined || operator === 'in';
  const [opening, closing] = isList ? ['(', ')'] : [' ', ''];
  return RawNode.create([before, ` ${symbol}${opening}`, `${closing}${after}`], [column, value]);
}

class ComparisonWriter extends OperationNodeTransformer {
  protected override transformRaw(node: RawNode): RawNode {
    const [column] = node.parameters;
    const last = node.parameters.at(-1);
    if (!column || !last || !ValueNode.is(last) || !(last.value instanceof Compared)) return super.transformRaw(node);
    return comparisonOn(column, last.value.comparison);
  }
}

const writer = new ComparisonWriter();

export const comparing: KyselyPlugin = {
  transformQuery: ({ node }) => writer.transformNode(node),
  transformResult: async ({ result }) => result,
};
