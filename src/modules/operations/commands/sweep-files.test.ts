import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { buildCvDocument, createTestEnquiry } from '#modules/enquiries/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { FileMissing } from '#platform/files/files.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { sweepFiles } from './sweep-files.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const setAge = async (key: string, days: number) => {
  const then = new Date(testApp.app.clock.now().getTime() - days * DAY_MS)
  await utimes(join(testApp.app.config.DATA_DIR, 'files', key), then, then)
}
const createOrphan = async (key: string, days: number) => {
  await testApp.app.files.write(key, new Uint8Array([1]))
  await setAge(key, days)
}

test('Only unreferenced files older than a week in known folders are deleted.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const planId = (await createPublishedPlan(app)).id
  const deposit = await createPendingDeposit(app, member, { planId, amount: '1000' })
  const cv = (await createTestEnquiry(app, { kind: 'career', cv: buildCvDocument() })).cv?.key ?? ''
  const { rows } = await testApp.database.owner.query(
    'select proof_key from deposit where id = $1',
    [deposit.id],
  )
  const proof = String(rows[0].proof_key)

  for (const key of [proof, cv]) await setAge(key, 400)
  for (const folder of ['proofs', 'evidence', 'cvs', 'exports'])
    await createOrphan(`${folder}/x_old`, 8)
  await createOrphan('proofs/x_young', 6)
  await createOrphan('strangers/x_old', 400)

  const partialWrite = join(app.config.DATA_DIR, 'files/proofs/x_half.part')
  await writeFile(partialWrite, 'half')
  await setAge('proofs/x_half.part', 8)

  expect((await sweepFiles(app)).sort()).toEqual([
    'cvs/x_old',
    'evidence/x_old',
    'exports/x_old',
    'proofs/x_old',
  ])

  for (const key of [proof, cv, 'proofs/x_young', 'strangers/x_old'])
    expect((await app.files.read(key)).length, key).toBeGreaterThan(0)
  await expect(app.files.read('proofs/x_old')).rejects.toThrow(FileMissing)
  expect(await sweepFiles(app)).toEqual([])
})
