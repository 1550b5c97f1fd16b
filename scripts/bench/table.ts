import type { Figures } from './measurements.ts';

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export interface Sample {
  readonly measurement: string;
  readonly site: string;
  readonly figures: Figures;
}

const NONE = '–';

/** A row of a table. */
export const line = (name: string, cells: readonly string[], { nameWidth = 34, cellWidth = 14 } = {}) =>
  (name.padEnd(nameWidth) + cells.map((cell) => cell.padStart(cellWidth)).join('')).trimEnd();

const written = (name: string, value: number) =>
  Number.isNaN(value) ? NONE : value.toFixed(name.endsWith('kB') ? 1 : 0);

const ratio = (value: number, to: number) => (to > 0 && !Number.isNaN(value) ? `${(value / to).toFixed(2)} x` : NONE);

export function tableOf(samples: readonly Sample[], sites: readonly string[]): string[] {
  const last = sites.at(-1) ?? '';
  const others = sites.slice(0, -1);
  const measurements = [...new Set(samples.map(({ measurement }) => measurement))];
  return measurements.flatMap((measurement) => {
    const measured = samples.filter((sample) => sample.measurement === measurement);
    const valuesOf = (name: string, site: string) =>
      measured.filter((sample) => sample.site === site).flatMap(({ figures }) => figures[name] ?? []);
    const names = [...new Set(measured.flatMap(({ figures }) => Object.keys(figures)))];
    const rows = names.map((name) => {
      const of = (site: string) => median(valuesOf(name, site));
      return line(`  ${name}`, [
        ...sites.map((site) => written(name, of(site))),
        ...others.map((site) => ratio(of(last), of(site))),
      ]);
    });
    return [line(measurement, [...sites, ...others.map((site) => `to ${site}`)]), ...rows];
  });
}
