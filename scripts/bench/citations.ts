/** Runs the check of citations over claims with known truth; no model is asked. `--set` names other folders of claims. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from '../../mf-admin/src/posts/model/citations/judge.ts';
import { readSource, type SourceText } from '../../mf-admin/src/posts/model/citations/passages.ts';

interface Claim {
  readonly claim: string;
  readonly source: string;
  readonly truth: string;
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: ['open', 'harder', 'held-out'] },
    misses: { type: 'boolean' },
  },
});
const claims = values.set.flatMap((set) => {
  const folder = path.join(import.meta.dirname, 'citations', set);
  const own: readonly Claim[] = JSON.parse(readFileSync(path.join(folder, 'claims.json'), 'utf8'));
  return own.map((claim) => ({ ...claim, source: path.join(folder, 'sources', `${claim.source}.md`) }));
});

const started = performance.now();
const sources = new Map<string, SourceText>();
for (const file of new Set(claims.map(({ source }) => source)))
  sources.set(file, await readSource(readFileSync(file, 'utf8')));

function saidOf({ claim, source }: Claim): string {
  const read = sources.get(source);
  if (!read) throw new Error(`no source ${source}`);
  return judge(claim, read).state;
}
const judged = claims.map((claim) => ({ ...claim, said: saidOf(claim) }));
const seconds = (performance.now() - started) / 1000;

const JUDGED = ['number', 'date', 'quotation'];
const LEFT = ['name', 'reversed', 'invented', 'elsewhere'];
const STATES = ['found', 'not found', 'not judged'];
const isReported = ({ said }: { said: string }) => said === 'not found';
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

function recall(...truths: string[]): string {
  const wanted = judged.filter(({ truth }) => truths.includes(truth));
  return percent(wanted.filter(isReported).length, wanted.length);
}

const row = (...cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(12))).join(''));
row('truth', ...STATES, 'recall');
for (const truth of ['supported', ...JUDGED, ...LEFT]) {
  const own = judged.filter((one) => one.truth === truth);
  const counts = STATES.map((state) => String(own.filter(({ said }) => said === state).length));
  const last = JUDGED.includes(truth) ? recall(truth) : LEFT.includes(truth) ? 'not judged' : '';
  if (own.length > 0) row(truth, ...counts, last);
}
const reported = judged.filter(isReported);
const right = reported.filter(({ truth }) => truth !== 'supported');
console.log(`\nprecision of what is reported: ${percent(right.length, reported.length)} of ${reported.length}`);
console.log(`recall over changed numbers, dates and quotations: ${recall(...JUDGED)}`);
console.log(
  `not judged: ${LEFT.join(', ')}; reported by chance: ${reported.filter(({ truth }) => LEFT.includes(truth)).length}`,
);
console.log(`${claims.length} claims in ${seconds.toFixed(2)} s`);

if (values.misses) {
  for (const one of judged) {
    if (isReported(one) ? one.truth === 'supported' : JUDGED.includes(one.truth))
      console.log(`\n${one.truth}, ${path.basename(one.source, '.md')}: ${one.claim}`);
  }
}
