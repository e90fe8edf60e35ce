import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import { RESET_FREEZE_MS } from '#modules/identity/model.ts'
import { freezeWithdrawals } from '#modules/identity/steps/freeze-withdrawals.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { FakeChain } from '../../../../tests/support/fake-chain.ts'
import { type PayoutChain, startPayoutChain } from '../../../../tests/support/payout-chain.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { listPayoutTransactions } from '../queries/payout-transactions.ts'
import { followPayouts } from './follow-payouts.ts'
import { recordPayoutTransactions } from './record-payout-transactions.ts'

let payouts: PayoutChain
let made = 0
const newTxid = () => (++made).toString(16).padStart(64, 'a')

beforeAll(async () => {
  payouts = await startPayoutChain()
})
beforeEach(() => {
  payouts.chain.transactions.clear()
  payouts.chain.isSilent = false
})
afterAll(async () => {
  expect(await verifyLedger(payouts.app.db)).toEqual([])
  await payouts.close()
})

const record = (batchId: string, ...txids: string[]) =>
  recordPayoutTransactions(payouts.app, payouts.ines, { batchId, txids })
const statusOf = async (batchId: string) => (await getPayoutBatch(payouts.app.db, batchId)).status
const transactionsOf = (batchId: string) => listPayoutTransactions(payouts.app.db, batchId)

test('the chain completes each withdrawal of a batch once its transaction has its confirmations', async () => {
  const { app, chain, createExported, toTransfer, findWithdrawal } = payouts
  const { batchId, lines } = await createExported('300', '300')
  const txid = newTxid()
  await record(batchId, txid)
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('exported')

  const transfers = lines.map(toTransfer)
  chain.transactions.set(txid, { transfers, height: null })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('seen')

  chain.transactions.set(txid, { transfers, height: chain.tipHeight - 10 })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('confirming')
  expect((await transactionsOf(batchId))[0]).toMatchObject({ confirmations: 11, needed: 12 })
  expect((await findWithdrawal(lines[0]?.id ?? '')).status).toBe('approved')

  chain.tipHeight++
  await Promise.all([followPayouts(app, batchId), followPayouts(app, batchId)])
  expect(await statusOf(batchId)).toBe('completed')

  for (const { id } of lines)
    expect(await findWithdrawal(id)).toMatchObject({ status: 'completed', txid })
  const [paid] = await listAuditEvents(app.db, { subjectId: lines[1]?.id ?? '' })
  expect(paid).toMatchObject({ action: 'withdrawal.paid', actor: { kind: 'system' } })
})

test('a wrong amount completes nothing and names its line; a later transaction pays the rest', async () => {
  const { app, chain, createExported, toTransfer, findWithdrawal } = payouts
  const { batchId, lines } = await createExported('300', '400')
  const [one, two] = lines
  if (!one || !two) throw new Error('a batch of two')
  const [wrong, right] = [newTxid(), newTxid()]
  const height = chain.tipHeight - 20
  const short = { ...toTransfer(two, 1), units: 1n }
  chain.transactions.set(wrong, { transfers: [toTransfer(one, 0), short], height })
  await record(batchId, wrong)
  await followPayouts(app, batchId)

  expect((await findWithdrawal(one.id)).status).toBe('completed')
  expect((await findWithdrawal(two.id)).status).toBe('approved')
  expect(await statusOf(batchId)).toBe('failed')
  expect((await transactionsOf(batchId))[0]?.problem).toMatch(/pays 0\.000001 USDT to 0x.* is due/)

  chain.transactions.set(right, { transfers: [toTransfer(two, 0)], height })
  await record(batchId, right)
  await followPayouts(app, batchId)
  expect(await findWithdrawal(two.id)).toMatchObject({ status: 'completed', txid: right })
  expect(await statusOf(batchId)).toBe('completed')
})

test('one transfer pays one withdrawal, also of two with the same amount and address', async () => {
  const { app, chain, createExported, toTransfer, findWithdrawal } = payouts
  const { batchId, lines } = await createExported('250', '250')
  const [one] = lines
  if (!one) throw new Error('a batch of two')
  const txid = newTxid()
  chain.transactions.set(txid, { transfers: [toTransfer(one, 7)], height: 1 })
  await record(batchId, txid)
  await followPayouts(app, batchId)

  const statuses = await Promise.all(lines.map(async ({ id }) => (await findWithdrawal(id)).status))
  expect(statuses.sort()).toEqual(['approved', 'completed'])

  const { batchId: other } = await createExported('250')
  await record(other, txid)
  await followPayouts(app, other)
  expect(await statusOf(other), 'the same transfer named for another batch').not.toBe('completed')
})

test('a silent provider changes nothing; one that no longer shows the payout makes it dropped', async () => {
  const { app, chain, createExported, toTransfer } = payouts
  const { batchId, lines } = await createExported('300')
  const txid = newTxid()
  const transfers = lines.map(toTransfer)
  chain.transactions.set(txid, { transfers, height: null })
  await record(batchId, txid)
  await followPayouts(app, batchId)

  chain.isSilent = true
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('seen')
  expect((await transactionsOf(batchId))[0]?.problem).toContain('node one')

  chain.isSilent = false
  chain.transactions.clear()
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('dropped')

  chain.transactions.set(txid, { transfers, height: chain.tipHeight })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('confirming')
  chain.transactions.set(txid, { transfers, height: null })
  await followPayouts(app, batchId)
  expect(await statusOf(batchId), 'a reorganisation').toBe('seen')
})

test('a transaction that failed on its chain pays nothing', async () => {
  const { app, chain, createExported, toTransfer, findWithdrawal } = payouts
  const { batchId, lines } = await createExported('300')
  const txid = newTxid()
  chain.transactions.set(txid, { transfers: lines.map(toTransfer), height: 1, failed: true })
  await record(batchId, txid)
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('failed')
  expect((await findWithdrawal(lines[0]?.id ?? '')).status).toBe('approved')
})

test('a payment to a member whose withdrawals are paused is recorded after the pause', async () => {
  const { app, chain, createExported, toTransfer, findWithdrawal } = payouts
  const { batchId, lines } = await createExported('300')
  const [line] = lines
  if (!line) throw new Error('a batch of one')
  await app.db.transaction().execute((tx) => freezeWithdrawals(tx, line.memberId, app.clock.now()))

  const txid = newTxid()
  chain.transactions.set(txid, { transfers: [toTransfer(line, 0)], height: 1 })
  await record(batchId, txid)
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('confirming')
  expect((await findWithdrawal(line.id)).status).toBe('approved')

  app.clock.advance(RESET_FREEZE_MS)
  await followPayouts(app, batchId)
  expect(await statusOf(batchId)).toBe('completed')
})

test('the database pays a withdrawal by evidence of its batch only, an output once', async () => {
  const { app, chain, createExported, toTransfer, database } = payouts
  const { batchId, lines } = await createExported('300')
  const paid = await createExported('300')
  const txid = newTxid()
  chain.transactions.set(txid, { transfers: paid.lines.map(toTransfer), height: 1 })
  await record(paid.batchId, txid)
  await followPayouts(app, paid.batchId)

  const complete = (tx: string, output: number | null) =>
    database.pool
      .query(
        `update withdrawal set status = 'completed', closed_at = now(), closed_by = 'x', txid = $2,
          paid_output = $3 where id = $1`,
        [lines[0]?.id, tx, output],
      )
      .then(
        () => 'accepted',
        ({ message }) => String(message),
      )
  expect(await complete(newTxid(), 0)).toContain('by a transaction of its batch')
  expect(await complete(txid, null)).toContain('paid another withdrawal')
  await record(batchId, txid)
  expect(await complete(txid, 0)).toContain('paid another withdrawal')

  const jump = "update payout_batch set status = 'completed', completed_at = now() where id = $1"
  const answer = await database.pool.query(jump, [batchId]).catch(({ message }) => String(message))
  expect(answer).toContain('when its withdrawals are paid')
})

test('from $10,000 a batch needs a final block and a second provider that agrees', async () => {
  const { chain, createExported, toTransfer } = payouts
  const { batchId, lines } = await createExported('300', '300')
  await payouts.database.owner.query(
    `set session_replication_role = replica;
     update payout_batch set cents = 1000000 where id = '${batchId}';
     set session_replication_role = origin`,
  )

  const txid = newTxid()
  const transfers = lines.map(toTransfer)
  const second = new FakeChain('ethereum', 'node two')
  const withTwo = { ...payouts.app, chains: { ...NO_CHAINS, ethereum: [chain, second] } }
  chain.transactions.set(txid, { transfers, height: 100 })
  await record(batchId, txid)
  await followPayouts(payouts.app, batchId)
  expect(await statusOf(batchId), 'not final').toBe('confirming')

  chain.finalHeight = 500
  await followPayouts(payouts.app, batchId)
  expect(await statusOf(batchId), 'one provider').toBe('confirming')
  expect((await transactionsOf(batchId))[0]?.problem).toContain('second provider')

  second.branch = '1'
  second.finalHeight = 500
  second.transactions.set(txid, { transfers, height: 100 })
  await followPayouts(withTwo, batchId)
  expect(await statusOf(batchId), 'another block').toBe('confirming')

  second.branch = '0'
  await followPayouts(withTwo, batchId)
  expect(await statusOf(batchId)).toBe('completed')
  chain.finalHeight = null
})
