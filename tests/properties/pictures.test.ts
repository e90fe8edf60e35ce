import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashShownFiles, PICTURES } from '../pictures/list.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')

test('Every picture of the documents was taken after the last change of what it shows.', () => {
  const taken = JSON.parse(readFileSync(join(FOLDER, 'pictures.json'), 'utf8'))

  const outdated = PICTURES.filter((picture) => taken[picture.name] !== hashShownFiles(picture))
  expect(
    outdated.map(({ name }) => name),
    'take them again: npm run pictures',
  ).toEqual([])
})

test('There are at most ten pictures, each in the list.', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.png'))

  expect(files.sort()).toEqual(PICTURES.map(({ name }) => `${name}.png`).sort())
  expect(files.length).toBeLessThanOrEqual(10)
  for (const { name } of PICTURES) expect(existsSync(join(FOLDER, `${name}.png`))).toBe(true)
})
