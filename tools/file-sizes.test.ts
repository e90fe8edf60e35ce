import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSource } from './architecture/function-names.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 120
const DRAWINGS = 'src/ui/icons.ts'

test('Nine of ten source files have at most 120 lines.', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => isSource(file) && file !== DRAWINGS,
  )
  const long = files.filter(
    (file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > MAX_LINES,
  )

  expect(files.length).toBeGreaterThan(1_000)
  expect(long.length / files.length, `${long.length} are longer`).toBeLessThanOrEqual(0.1)
})
