import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkWords } from './architecture/plain-words.ts'
import { readSource } from './architecture/source.ts'

test('Odd phrases are refused in what the product shows, and not in a test of it', () => {
  const root = mkdtempSync(join(tmpdir(), 'candor-words-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return path
  }
  const shown = [
    write(
      'src/modules/a/components/panel.tsx',
      'export const P = () => <p>A target, no promise.</p>',
    ),
    write('src/modules/a/model.ts', "export const TEXT = 'You asked for a withdrawal by e-mail.'"),
    write('src/modules/a/model.test.ts', "export const OLD = 'You asked for a withdrawal.'"),
  ]

  const places = shown
    .flatMap((file) => checkWords(readSource(root, file)))
    .map(({ at }) => at.replace(/: use .*/, ''))
  rmSync(root, { recursive: true })

  expect(places).toEqual([
    "src/modules/a/components/panel.tsx:1 'no promise'",
    "src/modules/a/model.ts:1 'asked for a'",
    "src/modules/a/model.ts:1 'you asked for'",
    "src/modules/a/model.ts:1 'e-mail'",
  ])
})
