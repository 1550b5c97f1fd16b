// `pnpm bench [--rounds 5] [--only home,post,matrix,control,click,filter,keys] [--beside DIR]`: measures the waits of a
// visitor with slow 4G and a slow phone, on a platform of its own with the seed, beside that of another checkout with
// installed dependencies and the platform's own documents as files without scripts (floor). Sites take turns; only medians
// of one run compare.
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { browserArgs } from '../../shared/process/chromium.ts';
import { CommandError, runCommand } from '../terminal.ts';
import { ensureBrowser } from '../testing/browsers.ts';
import { MEASUREMENTS } from './measurements.ts';
import { type Site, withSites } from './sites.ts';
import { openSlowLine, SLOW_4G } from './slow-line.ts';
import { type Sample, tableOf } from './table.ts';

function readArguments() {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' }, beside: { type: 'string' } },
  });
  const names = values.only?.split(',') ?? Object.keys(MEASUREMENTS);
  const unknown = names.find((name) => !MEASUREMENTS[name]);
  if (unknown)
    throw new CommandError(`nothing is called ${unknown}: there are ${Object.keys(MEASUREMENTS).join(', ')}`);
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new CommandError(`${values.rounds} is no number of rounds`);
  return {
    rounds,
    beside: values.beside,
    measurements: Object.entries(MEASUREMENTS).filter(([name]) => names.includes(name)),
  };
}

type Arguments = ReturnType<typeof readArguments>;

async function measured({ rounds, measurements }: Arguments, sites: readonly Site[], browser: Browser) {
  const samples: Sample[] = [];
  const round = measurements.flatMap(([measurement, measure]) => sites.map((site) => ({ measurement, measure, site })));
  const turns = Array.from({ length: rounds }, () => round).flat();
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
  const wanted = readArguments();
  const executablePath = await ensureBrowser();
  const line = await openSlowLine(SLOW_4G);
  const browser = await chromium.launch({ executablePath, args: browserArgs(), proxy: { server: line.address } });
  try {
    await withSites(wanted.beside, async (sites) => {
      const samples = await measured(wanted, sites, browser);
      const names = sites.map(({ name }) => name);
      console.log(tableOf(samples, names).join('\n'));
    });
  } finally {
    await browser.close();
    line.close();
  }
}

await runCommand(main);
