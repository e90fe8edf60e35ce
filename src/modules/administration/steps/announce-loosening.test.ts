import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { FEE_ANNOUNCEMENT_MS } from '#modules/settings/model.ts'
import { findTerms } from '#modules/settings/queries.ts'
import { createOpenChange } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { cancelSettingChange } from '../commands/cancel-setting-change.ts'
import { changePaymentTerms } from '../commands/change-payment-terms.ts'
import { changeSetting } from '../commands/change-setting.ts'
import { setPause } from '../commands/set-pause.ts'

let testApp: TestApp
let ruth: Admin
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ruth = (await createTestAdmin(testApp.app)).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const findLast = async () => (await findMail(testApp.app.db, ines.email, 'setting-loosened'))?.data

test('All staff are mailed when a looser control is proposed or cancelled, and not for a tighter one.', async () => {
  const { app } = testApp
  const value = { statedHours: 24, walletCoolDownHours: 0, secondAdminFrom: '2000000' }
  await setPause(app, ruth, { what: 'signUps', reason: 'A check.' })
  expect(await findLast()).toBeUndefined()

  await changeSetting(app, ruth, { name: 'withdrawals', value, version: '' })
  expect(await findLast()).toMatchObject({
    state: 'proposed',
    by: ruth.label,
    changes: ['Second approval from: from $10,000.00 to $20,000.00'],
  })

  await cancelSettingChange(app, ines, await createOpenChange(app))
  expect(await findLast()).toMatchObject({ state: 'cancelled', by: ines.label })
})

test('All staff are mailed when a higher fee is proposed and when it is approved.', async () => {
  const { app } = testApp
  const { terms } = await findTerms(app.db, 'USDT', app.clock.now())
  const change = { method: 'USDT', terms: { ...terms, withdrawalFee: 900n }, version: '' } as const
  const proposal = await changePaymentTerms(app, ruth, change)
  const changes = ['Withdrawal fee: from $3.00 to $9.00']
  expect(await findLast()).toMatchObject({ state: 'proposed', by: ruth.label, changes })

  const { id, contentHash } = proposal as Proposal
  await decideProposal(app, ines, { id, contentHash, approve: true })
  expect(await findLast()).toMatchObject({
    state: 'approved',
    by: ines.label,
    changes,
    effectiveFrom: new Date(app.clock.now().getTime() + FEE_ANNOUNCEMENT_MS),
  })
})
