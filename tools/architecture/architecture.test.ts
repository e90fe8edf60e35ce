import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchitecture } from '../check-architecture.ts'
import { readArchitecture, type Violation } from './architecture.ts'
import { RULE_NAMES, type RuleName } from './rules.ts'
import {
  buildSoundProject,
  type Files,
  SEEDED_VIOLATIONS,
  type SeededViolation,
  seedMappedViolations,
} from './seeded-violations.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNREAD = 'the check reads every file'
const map = readArchitecture(ROOT)
const sound = buildSoundProject(map)
const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Writes a project of these files with the packages and the map of this one, and checks it. */
async function check(files: Files): Promise<Violation[]> {
  const root = mkdtempSync(join(tmpdir(), 'candor-rules-'))
  folders.push(root)
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const file of ['architecture.cjs', 'package.json', 'CHANGELOG.md'])
    cpSync(join(ROOT, file), join(root, file))

  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }

  const { violations } = await checkArchitecture(root)
  return violations
}

const all = new Map<RuleName, SeededViolation[]>([
  ...Object.entries(SEEDED_VIOLATIONS).map(([rule, seeded]) => [rule as RuleName, seeded] as const),
  ...seedMappedViolations(map),
])

const cases = [...all].flatMap(([rule, list]) =>
  list.map(({ files, at = Object.keys(files)[0] ?? '' }) => ({ rule, at, files })),
)
const together = cases.filter(({ rule }) => rule !== UNREAD)

let found: Violation[] = []

beforeAll(async () => {
  found = await check(Object.assign({}, sound, ...together.map(({ files }) => files)))
})

test('A sound project breaks no rule', async () => {
  expect(await check(sound)).toEqual([])
})

test.each(together)('$rule: a violation at $at is found', ({ rule, at }) => {
  const places = found.filter((one) => one.rule === rule).map((one) => one.at)
  expect(places.filter((place) => place.includes(at))).not.toEqual([])
})

test('A file that the check of imports does not read is a violation itself', async () => {
  const [seeded] = SEEDED_VIOLATIONS[UNREAD]
  const violations = await check({ ...sound, ...seeded?.files })
  expect(violations.map(({ rule, at }) => `${rule}: ${at}`)).toContain(
    `${UNREAD}: src/lib/unread.mts`,
  )
})

test('Every rule has a seeded violation, and every violation found has its rule in the list', () => {
  expect([...all].filter(([, seeded]) => seeded.length === 0)).toEqual([])
  expect(Object.keys(SEEDED_VIOLATIONS).sort()).toEqual([...RULE_NAMES].sort())
  expect(found.filter(({ rule }) => !all.has(rule))).toEqual([])
})

test('Every violation says how to repair it', () => {
  expect(found.filter(({ fix }) => fix.length < 20)).toEqual([])
})
