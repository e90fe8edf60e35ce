import type { Mutant } from '../../tools/mutants.ts'

const metricsTest = 'vitest run src/platform/monitoring/metrics.test.ts'

/** Mistakes in what those who watch the house are shown. */
export const mutants: Mutant[] = [
  {
    name: 'a figure that is read once',
    why: 'it would say for ever what was so at the start',
    file: 'src/platform/monitoring/metrics.ts',
    replace: 'for (const { name, gauge } of gauges) gauge.set(figures[name] ?? Number.NaN)',
    with:
      'for (const { name, gauge } of gauges)\n          if (!(await ' +
      'gauge.get()).values[0]?.value) gauge.set(figures[name] ?? Number.NaN)',
    caughtBy: metricsTest,
    says: 'Figures are read anew at each scrape',
  },
  {
    name: 'figures on any path',
    why: 'a proxy that lets one path through would let them all through',
    file: 'src/platform/monitoring/metrics.ts',
    replace: "if (method !== 'GET' || url !== '/metrics')",
    with: "if (method !== 'GET')",
    caughtBy: metricsTest,
    says: 'nothing else on that port',
  },
  {
    name: 'an old figure in the place of one that cannot be read',
    why: 'everything would look well while the database is gone',
    file: 'src/platform/monitoring/metrics.ts',
    replace: 'const figures = await read(app)',
    with: 'const figures: Record<string, number> = await read(app).catch(() => ({}))',
    caughtBy: metricsTest,
    says: 'fails the whole answer',
  },
  {
    name: 'figures on the port that everybody uses',
    why: 'anybody could read how the house is doing',
    file: 'src/platform/config.ts',
    replace: 'METRICS_PORT === PORT && PORT !== 0',
    with: 'METRICS_PORT === PORT && PORT < 0',
    caughtBy: 'vitest run src/platform/config.test.ts',
    says: 'no port for figures',
  },
]
