import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** A file of this project, as a document names it: `src/…`, `tests/…`, `scripts/…`, `db/…`. */
const NAMED = /`((?:src|tests|tools|scripts|db|bench)\/[\w./-]*\.(?:ts|tsx|js|mjs|sql))`/g

const documents = ['README.md', ...below('docs')]

function below(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}

const extractPaths = (text: string) => [...text.matchAll(NAMED)].map(([, path = '']) => path)

test('every file that a document names is there', () => {
  const named = documents.flatMap((document) =>
    extractPaths(readFileSync(join(ROOT, document), 'utf8')).map((path) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('a file that is gone is noticed (control)', () => {
  expect(
    extractPaths('held by `tests/faults/gone.test.ts`').filter(
      (path) => !existsSync(join(ROOT, path)),
    ),
  ).toEqual(['tests/faults/gone.test.ts'])
})
