import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateDrop } from '#modules/chains/commands/simulate-drop.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findReceipt, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { moveToOwnAddress } from '../../../../tests/support/own-address.ts'
import { formatCoinAmount } from '../model.ts'
import { buildDepositDetails } from '../presenters/details.ts'
import { type Deposit, getAnyDeposit } from '../queries.ts'
import { createPendingDeposit, followChain, payOnChain } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { matchPayments } from './match-payments.ts'
import { quoteDeposit } from './quote-deposit.ts'

let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let ruth: Admin
let maya: Member
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  app = testApp.app
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(app, { role: 'owner' })).admin
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app, { minAmount: 10_000n, maxAmount: 5_000_000n })
})
afterAll(async () => {
  expect(await verifyLedger(app.db)).toEqual([])
  expect((await testApp.database.owner.query('select * from check_everything()')).rows).toEqual([])
  await testApp.close()
})

const quote = (amount = '500', method = 'BITCOIN') =>
  quoteDeposit(app, maya, { planId: plan.id, amount, method })
const live = () => ({ ...app, config: { ...app.config, MODE: 'live' as const } })
const read = ({ id }: Pick<Deposit, 'id'>) => getAnyDeposit(app.db, id, app.clock.now())

/** A quote at an address that no other deposit has, as a derived one. */
const quoteAtOwnAddress = async (amount = '500') =>
  moveToOwnAddress(testApp.database, await quote(amount))

test('with nothing entered, the on-chain payment is credited with its transaction and its arrival', async () => {
  const deposit = await quote()
  const txid = await payOnChain(app, deposit, { blocks: 2 })

  const done = await confirmDeposit(app, ines, { depositId: deposit.id, credited: '500.00' })

  expect(done).toMatchObject({ status: 'completed', credited: 50_000n, late: false })
  expect(await findReceipt(app.db, done.receiptId ?? '')).toMatchObject({
    source: 'BTC',
    reference: txid,
    outputIndex: 0,
    amount: deposit.coinAmount,
  })
})

test('a payment with too few confirmations is refused with how many it has', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 1 })

  const confirm = () => confirmDeposit(app, ines, { depositId: deposit.id })
  await expect(confirm()).rejects.toMatchObject({
    code: 'not_confirmed_yet',
    message: expect.stringContaining('1 of 2'),
  })

  await followChain(app, deposit, 1)
  expect((await confirm()).status).toBe('completed')
})

test('a block of TRON counts once it is final, and one of Ethereum by its number', async () => {
  const { rows } = await testApp.database.owner.query(
    `select required_confirmations('tron', 100) as tron,
      required_confirmations('ethereum', 100) as ethereum`,
  )

  expect(rows).toEqual([{ tron: 0, ethereum: 12 }])
})

test('a payment that the chain no longer shows is not credited, also with a proof', async () => {
  const proved = await createPendingDeposit(app, maya, {
    planId: plan.id,
    amount: '700',
    method: 'BITCOIN',
  })
  const txid = await payOnChain(app, proved)
  await simulateDrop(app, 'bitcoin', txid)
  await followChain(app, proved)

  await expect(confirmDeposit(app, ines, { depositId: proved.id })).rejects.toMatchObject({
    code: 'payment_gone',
  })
})

test('no answer of a provider within five minutes means not known yet', async () => {
  const deposit = await quote()
  await payOnChain(app, deposit, { blocks: 2 })
  app.clock.advance(6 * 60_000)

  await expect(confirmDeposit(app, ines, { depositId: deposit.id })).rejects.toMatchObject({
    code: 'evidence_unknown',
  })
})

test('a part and the rest are credited together, each with its receipt and its own rate', async () => {
  const deposit = await quoteAtOwnAddress()
  const part = (deposit.coinAmount * 4n) / 10n
  await payOnChain(app, deposit, { units: part })
  app.clock.advance(deposit.expiresAt.getTime() - deposit.createdAt.getTime())
  await payOnChain(app, deposit, { units: deposit.coinAmount - part, blocks: 2 })

  const { late, creditRate } = await read(deposit)
  expect(late).toBe(true)
  const done = await confirmDeposit(app, ines, { depositId: deposit.id })

  expect(done).toMatchObject({
    received: deposit.coinAmount,
    credited:
      computeCoinValue(part, deposit.rate, 'BTC') +
      computeCoinValue(deposit.coinAmount - part, creditRate ?? 0n, 'BTC'),
  })
  const entries = await listEntries(app.db, { reference: deposit.id })
  expect(entries.filter(({ receipt }) => receipt).map(({ amount }) => amount)).toHaveLength(2)
})

test('exactly the quoted coin in two payments in time is credited as quoted', async () => {
  const deposit = await quoteAtOwnAddress()
  await payOnChain(app, deposit, { units: 10_000n })
  await payOnChain(app, deposit, { units: deposit.coinAmount - 10_000n, blocks: 2 })

  const done = await confirmDeposit(app, ines, { depositId: deposit.id })
  expect(done.credited).toBe(50_000n)
})

test('two parts that miss 10% need two admins, who approve exactly these outputs', async () => {
  const deposit = await quoteAtOwnAddress()
  await payOnChain(app, deposit, { units: (deposit.coinAmount * 5n) / 10n })
  await payOnChain(app, deposit, { units: (deposit.coinAmount * 4n) / 10n, blocks: 2 })

  expect((await confirmDeposit(app, ines, { depositId: deposit.id })).status).toBe('pending')
  expect((await confirmDeposit(app, ruth, { depositId: deposit.id })).status).toBe('completed')
})

test('the member sees what a part is credited as and what to send; once credited, it is not called gone', async () => {
  const deposit = await quoteAtOwnAddress()
  const part = (deposit.coinAmount * 8n) / 10n
  await payOnChain(app, deposit, { units: part, blocks: 2 })

  const missing = formatCoinAmount(deposit.coinAmount - part, 'BTC')
  const { evidence } = await buildDepositDetails(app, await read(deposit))
  expect(evidence).toMatchObject({
    flag: 'partial',
    missing,
    missingUri: `bitcoin:${deposit.address}?amount=${missing}`,
    worth: computeCoinValue(part, deposit.rate, 'BTC'),
  })

  await confirmDeposit(app, ines, { depositId: deposit.id })
  const done = await confirmDeposit(app, ruth, { depositId: deposit.id })
  const { evidence: credited } = await buildDepositDetails(app, await read(deposit))
  expect(credited).toMatchObject({ state: 'credited', missing: null, worth: done.credited })
})

test('many confirmations of two payments at once credit once', async () => {
  const deposit = await quoteAtOwnAddress()
  await payOnChain(app, deposit, { units: 20_000n })
  await payOnChain(app, deposit, { units: deposit.coinAmount - 20_000n, blocks: 2 })

  const confirmations = Array.from({ length: 12 }, () =>
    confirmDeposit(app, ines, { depositId: deposit.id }),
  )
  const matches = Array.from({ length: 4 }, () => matchPayments(app))
  const results = await Promise.all(confirmations)
  await Promise.all(matches)

  expect(new Set(results.map(({ receiptId }) => receiptId)).size).toBe(1)
  const entries = await listEntries(app.db, { reference: deposit.id })
  expect(entries.filter(({ receipt }) => receipt)).toHaveLength(2)
})

test('in live, and in its database, evidence needs one admin, and two providers from $10,000', async () => {
  const [small, large, fresh] = [await quote('900'), await quote('12000'), await quote('901')]
  await payOnChain(app, small)
  await payOnChain(app, large, { blocks: 6 })
  await payOnChain(app, fresh, { blocks: 1 })
  const { owner } = testApp.database
  const confirm = ({ id: depositId }: Pick<Deposit, 'id'>, credited: string) =>
    confirmDeposit(live(), ines, { depositId, credited })
  const setProblem = (problem: string | null) =>
    owner.query(
      `update chain_provider set problem = $1, problem_since = $2
        where (chain, name) = ('bitcoin', $3)`,
      [problem, problem && app.clock.now(), app.chains.bitcoin[1]?.name],
    )
  await owner.query('update approvals.installation set live = true')
  await owner.query("update setting_control set shipped_live = 'null' where setting = 'monitoring'")

  try {
    expect((await confirm(small, '900.00')).status).toBe('completed')

    await setProblem('behind')
    await expect(confirm(large, '12000.00')).rejects.toMatchObject({ code: 'not_confirmed_yet' })
    await setProblem(null)
    expect((await confirm(large, '12000.00')).status).toBe('completed')

    await expect(completeBySql(fresh)).rejects.toThrow(
      'not on chain, needs the approval of two admins',
    )
  } finally {
    await owner.query('update approvals.installation set live = false')
  }
})

test('in live, and in its database, a payment to an address that the watcher did not verify needs two admins', async () => {
  const [deposit, other, verified] = [
    await quoteAtOwnAddress('700'),
    await quoteAtOwnAddress('704'),
    await quote('705'),
  ]
  for (const one of [deposit, other, verified]) await payOnChain(app, one, { blocks: 3 })
  expect(await isEvidence(other)).toBe(false)
  expect(await isEvidence(verified)).toBe(true)
  const { owner } = testApp.database
  await owner.query('update approvals.installation set live = true')

  try {
    const input = { depositId: deposit.id, credited: '700.00' }
    expect((await confirmDeposit(live(), ines, input)).status).toBe('pending')
  } finally {
    await owner.query('update approvals.installation set live = false')
  }
})

test('in live, a payment that was seen days before the quote needs two admins', async () => {
  const { owner } = testApp.database
  const deposit = await quote('702')
  await payOnChain(app, deposit, { blocks: 3 })
  await owner.query(`begin; set local session_replication_role = replica;
    update chain_payment set first_seen_at = first_seen_at - interval '3 days'
      where id in (select payment_id from deposit_payment where deposit_id = '${deposit.id}');
    update deposit_payment m set arrived_at = d.created_at from deposit d
      where d.id = m.deposit_id and d.id = '${deposit.id}';
    update deposit set arrived_at = created_at where id = '${deposit.id}'; commit`)
  await owner.query('update approvals.installation set live = true')

  try {
    const input = { depositId: deposit.id, credited: '702.00' }
    expect((await confirmDeposit(live(), ines, input)).status).toBe('pending')
  } finally {
    await owner.query('update approvals.installation set live = false')
  }
})

/**
 * Completes a deposit as direct SQL of the application's role would, with the payment's receipt.
 */
const completeBySql = ({ id }: Pick<Deposit, 'id'>) =>
  testApp.database.pool.query(
    `update deposit set status = 'completed', amount_reserved = false, receipt_id = 'rcp_x',
      received = coin_amount, received_in = coin, credited = amount, credit_rate = rate,
      decided_at = $2, decided_by = 'Ines' where id = $1`,
    [id, app.clock.now()],
  )

/** Returns whether the payments of a deposit would be evidence once they are posted as receipts. */
async function isEvidence({ id }: Pick<Deposit, 'id'>): Promise<boolean> {
  await confirmDeposit(app, ines, { depositId: id })
  const { rows } = await testApp.database.owner.query(
    'select has_chain_evidence(d) as found from deposit d where id = $1',
    [id],
  )
  return rows[0]?.found
}
