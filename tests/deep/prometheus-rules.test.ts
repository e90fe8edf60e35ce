import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePromtool } from '../../scripts/debian.js'
import { CAUSES, HEALTHY, type Series, UNKNOWN } from '../support/rule-causes.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml')
const folder = mkdtempSync(join(tmpdir(), 'candor-rules-'))
let promtool = ''

beforeAll(() => {
  promtool = ensurePromtool()
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true }))

type RuleTest = { series: Series; at: string; firing: string[] }

/** Runs promtool's own tests of the rules; throws what it prints. JSON is YAML too. */
function testRules(interval: string, tests: Record<string, RuleTest>) {
  const file = join(folder, `rules-${interval}.json`)
  const content = {
    rule_files: [RULES],
    evaluation_interval: interval,
    tests: Object.entries(tests).map(([name, { series, at, firing }]) => ({
      name,
      interval,
      input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: at,
          exp_samples: firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
        },
      ],
    })),
  }
  writeFileSync(file, JSON.stringify(content))
  execFileSync(promtool, ['test', 'rules', file], { stdio: 'pipe', encoding: 'utf8' })
}

const rules = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)

test('no rule fires in a healthy installation, and each fires by its own cause alone', () => {
  expect(Object.keys({ ...CAUSES, ...UNKNOWN }).sort()).toEqual([...rules].sort())

  const causes = Object.entries(CAUSES).map(([alert, { series, at }]): [string, RuleTest] => [
    alert,
    { series: withoutMissing({ ...HEALTHY, ...series }), at, firing: [alert] },
  ])
  testRules('1m', {
    healthy: { series: withoutMissing(HEALTHY), at: '2h', firing: [] },
    ...Object.fromEntries(causes),
  })
  testRules('1h', {
    unknown: {
      series: UNKNOWN.CandorFigureUnknown.series,
      at: UNKNOWN.CandorFigureUnknown.at,
      firing: ['CandorFigureUnknown', 'CandorNoWorker'],
    },
  })
}, 120_000)

test('a rule whose threshold is changed is noticed', () => {
  const { series } = CAUSES.CandorBackupOld ?? { series: {} }
  const wrong = { series: withoutMissing({ ...HEALTHY, ...series }), at: '2h', firing: [] }
  expect(() => testRules('1m', { wrong })).toThrow()
})

/** A series without values is one that Prometheus never read. */
const withoutMissing = (series: Series): Series =>
  Object.fromEntries(Object.entries(series).filter(([, values]) => values !== ''))
