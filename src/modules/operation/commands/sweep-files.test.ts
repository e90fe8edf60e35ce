import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pendingDeposit } from '#modules/deposits/testing.ts'
import { anEnquiry, cvDocument } from '#modules/enquiries/testing.ts'
import { aMember } from '#modules/identity/testing.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { sweepFiles } from './sweep-files.ts'

const DAY_MS = 86_400_000
let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const age = async (key: string, days: number) => {
  const then = new Date(house.app.clock.now().getTime() - days * DAY_MS)
  await utimes(join(house.app.config.DATA_DIR, 'files', key), then, then)
}
const orphan = async (key: string, days: number) => {
  await house.app.files.write(key, new Uint8Array([1]))
  await age(key, days)
}

test('A file that no row names goes after a week; one that a row names, a young one and a stranger’s stay', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const planId = (await publishedPlan(app)).id
  const deposit = await pendingDeposit(app, member, { planId, amount: '1000' })
  const cv = (await anEnquiry(app, { kind: 'career', cv: cvDocument() })).cv?.key ?? ''
  const { rows } = await house.database.owner.query('select proof_key from deposit where id = $1', [
    deposit.id,
  ])
  const proof = String(rows[0].proof_key)

  for (const key of [proof, cv]) await age(key, 400)
  for (const folder of ['proofs', 'evidence', 'cvs', 'dossiers']) await orphan(`${folder}/x_old`, 8)
  await orphan('proofs/x_young', 6)
  await orphan('strangers/x_old', 400)

  const half = join(app.config.DATA_DIR, 'files/proofs/x_half.part')
  await writeFile(half, 'half')
  await age('proofs/x_half.part', 8)

  expect((await sweepFiles(app)).sort()).toEqual([
    'cvs/x_old',
    'dossiers/x_old',
    'evidence/x_old',
    'proofs/x_old',
  ])

  for (const key of [proof, cv, 'proofs/x_young', 'strangers/x_old'])
    expect((await app.files.read(key)).length, key).toBeGreaterThan(0)
  await expect(app.files.read('proofs/x_old')).rejects.toThrow('ENOENT')
  expect(await sweepFiles(app)).toEqual([])
})
