import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateDrop } from '#modules/chains/commands/simulate-drop.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { quoteDeposit } from '../commands/quote-deposit.ts'
import { EVIDENCE_FILTERS } from '../model.ts'
import { followChain, payOnChain } from '../testing.ts'
import { listDepositPage } from './deposit-list.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Each evidence filter lists the deposits that the blockchain shows so.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const quote = () => quoteDeposit(app, member, { planId, amount: '2500', method: 'BITCOIN' })

  const confirmed = await quote()
  await payOnChain(app, confirmed, { blocks: 3 })

  const unpaid = await quote()
  const dropped = await quote()
  const txid = await payOnChain(app, dropped)
  await simulateDrop(app, 'bitcoin', txid)
  await followChain(app, dropped)

  const confirming = await quote()
  await payOnChain(app, confirming)

  const disputed = await quote()
  const disputedTxid = await payOnChain(app, disputed)
  await testApp.database.owner.query(
    `insert into chain_payment (id, chain, coin, txid, output_index, address, units, first_seen_at)
      select 'pay_' || repeat('0', 20), chain, coin, txid, output_index, address, units * 10,
        first_seen_at from chain_payment where txid = $1`,
    [disputedTxid],
  )

  const names = { confirmed, unpaid, dropped, confirming, disputed }
  const nameOf = (id: string) => Object.entries(names).find(([, one]) => one.id === id)?.[0]
  const list = async (evidence: (typeof EVIDENCE_FILTERS)[number]) => {
    const { rows } = await listDepositPage(
      app.db,
      app.clock.now(),
      { evidence },
      { by: 'date', descending: false },
      { page: 1, size: 10 },
    )
    return rows.map(({ id }) => nameOf(id)).sort()
  }

  const listed = await Promise.all(
    EVIDENCE_FILTERS.map(async (filter) => [filter, await list(filter)] as const),
  )
  expect(Object.fromEntries(listed)).toEqual({
    shown: ['confirmed', 'confirming', 'disputed', 'dropped'],
    confirming: ['confirming', 'disputed'],
    confirmed: ['confirmed'],
    disputed: ['disputed'],
    gone: ['dropped'],
    none: ['unpaid'],
  })
})
