import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { pickSample } from './mutants/generate.ts'
import { type Mutant, mutate } from './mutants/mutant.ts'
import { findNearestTests } from './mutants/nearest-tests.ts'
import { listGenerated, readMutants } from './mutants.ts'

const ROOT = join(import.meta.dirname, '..')
const mutants = await readMutants()

test('Every mutant can be applied to the code.', () => {
  const problems = mutants
    .map((mutant) => mutate(ROOT, mutant))
    .filter((result) => typeof result === 'string')

  expect(problems).toEqual([])
})

test('Every mutant has a unique name and a consequence.', () => {
  const names = mutants.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(mutants.filter(({ why }) => why.length < 10)).toEqual([])
})

test('Generated mutants can be applied and parsed, and a seed picks the same ones.', () => {
  const generated = listGenerated()
  const sample = pickSample(generated, 200, 1)

  expect(generated.length).toBeGreaterThan(1_000)
  expect(sample).toEqual(pickSample(generated, 200, 1))
  expect(sample.flatMap(listProblems)).toEqual([])
})

function listProblems(mutant: Mutant): string[] {
  const mutation = mutate(ROOT, mutant)
  if (typeof mutation === 'string') return [mutation]

  return [...mutation].flatMap(([fileName, text]) =>
    (ts.transpileModule(text, { fileName, reportDiagnostics: true }).diagnostics ?? []).map(
      ({ messageText }) => `${mutant.name}: ${messageText}`,
    ),
  )
}

test.each([
  [
    'withdrawals/model/amount.ts',
    'parseWithdrawalAmount',
    'withdrawals/model.test.ts',
    'withdrawals/commands/request-withdrawal.test.ts',
  ],
  [
    'compliance/model/similarity.ts',
    'MIN_SIMILARITY',
    'compliance/model/similarity.test.ts',
    'compliance/model/name-match.test.ts',
  ],
])('The tests of a generated mutant in %s reach its symbol.', (file, symbol, first, other) => {
  const tests = findNearestTests(ROOT, `src/modules/${file}`, symbol)

  expect(tests[0]).toBe(`src/modules/${first}`)
  expect(tests).toContain(`src/modules/${other}`)
})
