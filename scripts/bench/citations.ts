/** Runs the check of citations over claims with known truth; no model is asked. `--set` names another folder of claims, or several. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from '../../mf-admin/src/posts/model/citations/judge.ts';
import { readSource, type SourceText } from '../../mf-admin/src/posts/model/citations/source-text.ts';

interface Claim {
  readonly claim: string;
  readonly source: string;
  readonly truth: string;
}

const { values } = parseArgs({
  options: { set: { type: 'string', multiple: true, default: ['open'] }, misses: { type: 'boolean' } },
});
const claims = values.set.flatMap((set) => {
  const folder = path.join(import.meta.dirname, 'citations', set);
  const own: readonly Claim[] = JSON.parse(readFileSync(path.join(folder, 'claims.json'), 'utf8'));
  return own.map((claim) => ({ ...claim, source: path.join(folder, 'sources', `${claim.source}.md`) }));
});

const sources = new Map<string, SourceText>();
function sourceOf(file: string): SourceText {
  const known = sources.get(file) ?? readSource(readFileSync(file, 'utf8'));
  sources.set(file, known);
  return known;
}

const started = performance.now();
const judged = claims.map((claim) => ({ ...claim, said: judge(claim.claim, sourceOf(claim.source)).state }));
const seconds = (performance.now() - started) / 1000;

const TRUTHS = ['supported', 'number', 'name', 'date', 'reversed', 'invented', 'elsewhere'];
const STATES = ['supported', 'contradicted', 'not found'];
const count = (truth: string, state: string) =>
  judged.filter((one) => one.truth === truth && one.said === state).length;
const isReported = ({ said }: { said: string }) => said !== 'supported';
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

function recall(...truths: string[]): string {
  const wanted = judged.filter(({ truth }) => truths.includes(truth));
  return percent(wanted.filter(isReported).length, wanted.length);
}

console.log(['truth'.padEnd(12), ...STATES.map((state) => state.padStart(13)), 'recall'.padStart(10)].join(''));
for (const truth of TRUTHS) {
  const counts = STATES.map((state) => String(count(truth, state)).padStart(13));
  console.log([truth.padEnd(12), ...counts, truth === 'supported' ? '' : recall(truth).padStart(10)].join(''));
}
const reported = judged.filter(isReported);
const right = reported.filter(({ truth }) => truth !== 'supported');
console.log(`\nprecision of what is reported: ${percent(right.length, reported.length)} of ${reported.length}`);
console.log(`recall over changed numbers, names and dates: ${recall('number', 'name', 'date')}`);
console.log(`${claims.length} claims in ${seconds.toFixed(2)} s`);

if (values.misses) {
  for (const one of judged) {
    if (isReported(one) === (one.truth === 'supported'))
      console.log(`\n${one.truth}, ${path.basename(one.source, '.md')}: ${one.claim}`);
  }
}
