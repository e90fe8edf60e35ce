import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateMutants, listTargets, pickSample } from './mutants/generate.ts'
import { mutate } from './mutants/mutant.ts'
import { readMutants } from './mutants.ts'

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

test('Generated mutants can be applied, and a seed picks the same ones.', () => {
  const generated = listTargets(ROOT).flatMap((file) =>
    generateMutants(file, readFileSync(join(ROOT, file), 'utf8')),
  )
  const sample = pickSample(generated, 50, 1)

  expect(generated.length).toBeGreaterThan(1_000)
  expect(sample).toEqual(pickSample(generated, 50, 1))
  expect(
    sample.map((mutant) => mutate(ROOT, mutant)).filter((result) => typeof result === 'string'),
  ).toEqual([])
})
