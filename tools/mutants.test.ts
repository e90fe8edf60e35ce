import { expect, test } from 'vitest'
import { findMisfit, readMutants } from './mutants.ts'

const defects = await readMutants('')

test('Every planted defect still fits the code', () => {
  const misfits = defects.flatMap((defect) => findMisfit(process.cwd(), defect) ?? [])
  expect(misfits).toEqual([])
})

test('Every planted defect has a name of its own and says what notices it', () => {
  const names = defects.map((defect) => defect.name)
  expect(new Set(names).size).toBe(names.length)
  for (const { caughtBy, says } of defects)
    expect([caughtBy.length > 3, says.length > 3]).toEqual([true, true])
})
