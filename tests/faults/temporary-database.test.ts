import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { sweep } from '../../scripts/temporary-database.js'
import { PROJECT, scratchFolder } from '../support/launcher.ts'

const scratch = scratchFolder()
afterAll(() => {
  vi.unstubAllEnvs()
  scratch.remove()
})

const UNUSED_PID = 4_194_305 // one more than Linux gives away
const getLeftoverPath = (name: string) =>
  join(scratch.path, `candor-throw-away-${UNUSED_PID}-${name}`)

test('the remains of a killed run are removed, also by two runs at once', async () => {
  vi.stubEnv('TMPDIR', scratch.path)
  mkdirSync(join(getLeftoverPath('there'), 'postgres'), { recursive: true })
  writeFileSync(join(getLeftoverPath('there'), 'postgres/postgres.log'), '')
  // listed, and not there any more once it is looked at
  symlinkSync(join(scratch.path, 'nowhere'), getLeftoverPath('gone'))
  await sweep(PROJECT)

  expect(readdirSync(scratch.path)).toEqual([
    getLeftoverPath('gone').slice(scratch.path.length + 1),
  ])
})
