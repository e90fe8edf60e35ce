import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { PROJECT, scratchFolder } from '../support/launcher.ts'

const scratch = scratchFolder()
afterAll(() => scratch.remove())

const NOBODYS_PID = 4_194_305 // one more than Linux gives away
const PROGRAM = `
  const { sweep } = await import('${PROJECT}/scripts/throw-away.js')
  process.stdout.write('ready')
  process.stdin.once('data', () => sweep('${PROJECT}').then(() => process.exit(0)))`

test('Several who clear away at once what a killed run left take nothing amiss, and leave nothing', async () => {
  const dead = (n: number) => join(scratch.path, `candor-throw-away-${NOBODYS_PID}-${n}`)
  for (let n = 0; n < 40; n++) {
    mkdirSync(join(dead(n), 'postgres'), { recursive: true })
    writeFileSync(join(dead(n), 'postgres/postgres.log'), '')
  }
  const env = { PATH: process.env.PATH, TMPDIR: scratch.path }
  const many = [1, 2, 3].map(() =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], { env }),
  )
  await Promise.all(many.map(({ child }) => new Promise((resolve) => child.stdout?.once('data', resolve))))
  for (const { child } of many) child.stdin?.end('go')
  await expect(Promise.all(many)).resolves.toHaveLength(3)
  expect(readdirSync(scratch.path)).toEqual([])
})
