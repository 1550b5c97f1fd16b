/**
 * `pnpm bench [--rounds 5] [--only home,post,matrix,click,filter]`: what a visitor on slow 4G with a slow phone waits for,
 * on a platform of its own with the seed, beside the same sources as one application (monolith) and the platform's own
 * answers as files without scripts (floor). Sites take turns; medians of one run compare, those of two do not.
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../lib/browser.mjs';
import { Problem } from '../lib/problem.mjs';
import { MEASUREMENTS } from './measurements.ts';
import { type Site, withSites } from './sites.ts';
import { openSlowLine, SLOW_4G } from './slow-line.ts';
import { type Sample, tableOf } from './table.ts';

function asked() {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } } });
  const names = values.only?.split(',') ?? Object.keys(MEASUREMENTS);
  const unknown = names.find((name) => !MEASUREMENTS[name]);
  if (unknown) throw new Problem(`nothing is called ${unknown}: there are ${Object.keys(MEASUREMENTS).join(', ')}`);
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Problem(`${values.rounds} is no number of rounds`);
  return { rounds, measurements: Object.entries(MEASUREMENTS).filter(([name]) => names.includes(name)) };
}

type Asked = ReturnType<typeof asked>;

/** Each measurement of each site, one after the other, and all of that as often as there are rounds. */
const turnsOf = ({ rounds, measurements }: Asked, sites: readonly Site[]) =>
  Array.from({ length: rounds }, () =>
    measurements.flatMap(([measurement, measure]) => sites.map((site) => ({ measurement, measure, site }))),
  ).flat();

async function measured(turns: ReturnType<typeof turnsOf>, browser: Browser): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [index, { measurement, measure, site }] of turns.entries()) {
    console.error(`${index + 1} of ${turns.length}: ${measurement}, ${site.name}`);
    try {
      samples.push({ measurement, site: site.name, figures: await measure(browser, site) });
    } catch (error) {
      console.error('%s, %s:', measurement, site.name, error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
  return samples;
}

async function main(): Promise<void> {
  const wanted = asked();
  const executablePath = await ensureBrowser();
  const line = await openSlowLine(SLOW_4G);
  const browser = await chromium.launch({ executablePath, args: browserArgs(), proxy: { server: line.address } });
  try {
    await withSites(async (sites) => {
      const samples = await measured(turnsOf(wanted, sites), browser);
      const names = sites.map(({ name }) => name);
      console.log(tableOf(samples, names).join('\n'));
    });
  } finally {
    await browser.close();
    line.close();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Problem ? error.message : error);
  process.exitCode = 1;
});
