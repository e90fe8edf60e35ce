import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = import.meta.dirname

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

const listed = Array.from(
  read('styles.ts').matchAll(/^import '\.\/(.*\.module\.css)'$/gm),
  (found) => String(found[1]),
)

const components = globSync('**/*.{ts,tsx}', { cwd: FOLDER }).filter(
  (file) => !file.includes('.test.') && file !== 'styles.ts',
)

/** The files of this folder that a component imports from it. */
const listImports = (file: string) =>
  Array.from(read(file).matchAll(/from '(\.[^']+|#ui\/[^']+)'/g), (found) => String(found[1])).map(
    (path) => (path.startsWith('#ui/') ? path.slice('#ui/'.length) : join(dirname(file), path)),
  )

const isSheet = (file: string) => file.endsWith('.module.css')

test('the root loads every style sheet of this folder', () => {
  expect(listed.toSorted()).toEqual(globSync('**/*.module.css', { cwd: FOLDER }).toSorted())
})

/** The sheet named as the component, or the last one that it imports; -1 without any. */
function findPlace(file: string, own: string[]): number {
  const named = own.find((sheet) => sheet === file.replace(/\.tsx?$/, '.module.css'))
  return named ? listed.indexOf(named) : Math.max(-1, ...own.map((sheet) => listed.indexOf(sheet)))
}

test('a component’s style sheet comes after those that it adds to', () => {
  const misplaced = components.flatMap((file) => {
    const imports = listImports(file)
    const own = imports.filter(isSheet)
    const place = findPlace(file, own)
    const used = imports
      .filter((path) => !isSheet(path) && components.includes(path))
      .flatMap((path) => listImports(path).filter(isSheet))
      // components of one sheet use each other
      .filter((sheet) => !own.includes(sheet))

    return [...own, ...used]
      .filter((sheet) => place !== -1 && place < listed.indexOf(sheet))
      .map((sheet) => `${file} before ${sheet}`)
  })

  expect(misplaced).toEqual([])
})
