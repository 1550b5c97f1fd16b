/** A line of a benchmark's report: median, 90th percentile and the worst of some milliseconds. */
export function figures(name: string, values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1) ?? '–';
  return `${name.padEnd(28)} median ${at(0.5)} ms, p90 ${at(0.9)} ms, worst ${at(1)} ms`;
}
