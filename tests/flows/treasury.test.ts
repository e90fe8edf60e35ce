import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import {
  getBalances,
  getMemberBalances,
  getTrialBalance,
  verifyLedger,
} from '#modules/ledger/queries.ts'
import { createApprovedIncome, createPublishedPlan } from '#modules/plans/testing.ts'
import { fetchOutsideBalances } from '#modules/treasury/commands/fetch-outside-balances.ts'
import { listBreaks, listCustody } from '#modules/treasury/queries.ts'
import { TEST_BITCOIN } from '#modules/withdrawals/testing.ts'
import { type Answer, type TestServer, testServer } from '../support/http.ts'
import { openBook } from './flow-document.ts'

const HEAD = `# Money flows of the operator

Written by \`tests/flows/treasury.test.ts\` from the journal, like money-flows.md: the operator's capital, custody, and payments
that match no member. Every step is an HTTP call. An answer 'Waiting for approval' posts nothing; an approval posts exactly what was
proposed.

Amounts are dollars unless the account names another currency. *Held*, *bank* and *plan assets* increase when assets are added; every
other account increases when more is owed on it. An empty cell is an account that the step doesn't touch.
`

type Person = { token: string }

let server: TestServer
let book: ReturnType<typeof openBook>
let planId: string
let ines: Person
let ruth: Person
let maya: Person & { member: { id: string } }
let keys = 0

beforeAll(async () => {
  server = await testServer()
  book = openBook(server.app.db, HEAD)
  planId = (await createPublishedPlan(server.app)).planId
  ines = await server.asAdmin('finance')
  ruth = await server.asAdmin('owner')
  maya = await server.asMember()
})
afterAll(() => server.close())

const post = (path: string, by: Person, body: object = {}) =>
  server.send('POST', `/api${path}`, { token: by.token, key: `flow-${++keys}`, body })
const postTreasury = (path: string, body: object, by = ines) =>
  post(`/admin/treasury/${path}`, by, body)

/** The answer of a call that was taken, noted in the book. */
async function took(
  step: string,
  call: Promise<Answer>,
  status = 200,
): Promise<Answer['json']['data']> {
  const answer = await call
  expect(answer.status, `${step}: ${answer.text}`).toBe(status)
  const rows = await book.step(step, answer.json.message)
  if (status === 202) expect(rows).toEqual([])
  return answer.json.data
}

/** A call that was refused, without a row in the journal. */
async function expectRefusal(step: string, call: Promise<Answer>, status: number, code: string) {
  const answer = await call
  expect({ status: answer.status, code: answer.json.code }, step).toEqual({ status, code })
  expect(await book.step(step, `refused, ${status} ${code}`)).toEqual([])
}

type Waiting = { _id: string; hash: string }
const agree = ({ _id, hash }: Waiting, by = ruth) =>
  post(`/admin/approvals/${_id}/approve`, by, { hash })

const reject = ({ _id, hash }: Waiting, reason: string, by = ruth) =>
  post(`/admin/approvals/${_id}/reject`, by, { hash, reason })

/** What one admin proposes and another agrees to. */
async function proposeAndApprove(step: string, path: string, body: object) {
  await took('approve as another admin', agree(await took(step, postTreasury(path, body), 202)))
}

const balances = (...codes: string[]) => getBalances(server.app.db, codes)
const cash = async () => (await getMemberBalances(server.app.db, maya.member.id)).cash

test('two admins record capital against a receipt and set some aside for rewards', async () => {
  await book.beginSection("The operator's capital, and rewards")

  const wire = {
    currency: 'USD',
    amount: '50000',
    bankReference: 'SEPA 2026-11-20/1',
    reason: 'It is so: founders.',
  }

  const support = await server.asAdmin('support')
  await expectRefusal(
    'record $50,000.00 as support',
    postTreasury('capital/in', wire, support),
    403,
    'forbidden',
  )

  await expectRefusal(
    'without a reason',
    postTreasury('capital/in', { ...wire, reason: '' }),
    400,
    'reason_needed',
  )

  const waiting = await took('record $50,000.00 by bank', postTreasury('capital/in', wire), 202)
  const twice = await took(
    'another admin records the same',
    postTreasury('capital/in', wire, ruth),
    202,
  )

  await expectRefusal('approve as the proposer', agree(waiting, ines), 409, 'second_admin')
  await expectRefusal(
    'approve other content',
    agree({ ...waiting, hash: '0'.repeat(64) }),
    409,
    'content_changed',
  )

  await took('approve as another admin', agree(waiting))
  await expectRefusal('approve again', agree(waiting), 409, 'already_decided')
  await expectRefusal(
    'approve the second proposal for the same payment',
    agree(twice, ines),
    409,
    'receipt_used',
  )
  await expectRefusal(
    'record the same payment again',
    postTreasury('capital/in', wire),
    409,
    'receipt_used',
  )

  const coin = {
    currency: 'BTC',
    amount: '2',
    txid: '0f'.repeat(32),
    reason: 'It is so: founders.',
  }
  const slip = await took(
    'record 0.2 BTC by mistake',
    postTreasury('capital/in', { ...coin, amount: '0.2' }),
    202,
  )

  await took('reject as another admin', reject(slip, 'It is 2 BTC.'))
  await proposeAndApprove('record 2 BTC', 'capital/in', coin)

  const rewards = { amount: '5000', reason: 'The winter campaign.' }
  const tooMuch = { ...rewards, amount: '900000' }
  await expectRefusal(
    'fund promotions with $900,000.00',
    postTreasury('promotion/fund', tooMuch),
    422,
    'insufficient_funds',
  )

  await proposeAndApprove('fund promotions with $5,000.00', 'promotion/fund', rewards)
  await proposeAndApprove('return $1,500.00 of it', 'promotion/return', {
    amount: '1500',
    reason: 'Fewer came.',
  })

  expect(await balances('promotion', 'custody:bank:USD')).toEqual([350_000n, -5_000_000n])
})

test('an unmatched payment waits in suspense until it is matched or sent back', async () => {
  await book.beginSection('A payment that matches no member')

  const coin = {
    currency: 'BTC',
    amount: '0.05',
    txid: '1a'.repeat(32),
    reason: 'No quote of this amount.',
  }

  const { _id, content } = await took('record 0.05 BTC', postTreasury('suspense', coin))
  await expectRefusal('record it as capital', postTreasury('capital/in', coin), 409, 'receipt_used')

  const match = { member: maya.member.id, reason: 'Signed with the sending key.' }
  const stranger = { ...match, member: 'mem_none' }
  const path = `suspense/${content.receipt}/match`

  await expectRefusal(
    'match it to an unknown member',
    postTreasury(path, stranger),
    404,
    'not_found',
  )

  const done = await took('match it to a member', postTreasury(path, match))
  expect(_id).not.toBe(done._id)

  await expectRefusal('match it again', postTreasury(path, match), 409, 'already_settled')
  expect(await cash()).toBe(BigInt(done.content.cents))

  const wire = {
    currency: 'USD',
    amount: '320.10',
    bankReference: 'SEPA 2026-11-20/2',
    reason: 'No name.',
  }

  const lost = await took('record $320.10 by bank', postTreasury('suspense', wire))
  const back = { destination: 'The account it came from', reason: 'The bank asked for it.' }
  await proposeAndApprove('refund it', `suspense/${lost.content.receipt}/refund`, back)

  expect(await balances('suspense:BTC', 'suspense:USD')).toEqual([0n, 0n])
})

test('what is placed for a plan leaves custody and comes back against a receipt', async () => {
  await createApprovedIncome(server.app, planId, { amount: '100000' })
  await book.beginSection("A plan's assets")

  const place = {
    plan: planId,
    currency: 'BTC',
    amount: '0.8',
    destination: 'Custodian 4',
    reason: 'Mandate 7.',
  }

  const none = { ...place, plan: 'pln_none' }
  await expectRefusal(
    'place for an unknown plan',
    postTreasury('assets/place', none),
    422,
    'unknown_plan',
  )

  const all = { ...place, amount: '80' }
  await expectRefusal(
    'place more than is held',
    postTreasury('assets/place', all),
    422,
    'insufficient_funds',
  )
  const beyond = { ...place, currency: 'USD', amount: '100000.01' }
  await expectRefusal(
    'place more than the plan holds',
    postTreasury('assets/place', beyond),
    422,
    'more_than_plan_holds',
  )
  await proposeAndApprove('place 0.8 BTC', 'assets/place', place)

  const back = {
    plan: planId,
    currency: 'BTC',
    amount: '0.3',
    txid: '2b'.repeat(32),
    reason: 'It is so: redeemed.',
  }

  await proposeAndApprove('return 0.3 BTC', 'assets/return', back)

  const again = { ...back, txid: '2B'.repeat(32) }
  await expectRefusal(
    'return the same 0.3 BTC again',
    postTreasury('assets/return', again),
    409,
    'receipt_used',
  )

  expect(await balances('custody:hot:BTC')).toEqual([-155_000_000n])
})

test('custody moves between places, is converted, and costs network fees', async () => {
  await book.beginSection('Custody')

  const move = { currency: 'BTC', amount: '1', toPlace: 'cold', reason: 'The hot wallet’s limit.' }
  await expectRefusal(
    'move 1 BTC to an unknown location',
    postTreasury('custody/move', move),
    422,
    'unknown_place',
  )

  await proposeAndApprove('open the location and move 1 BTC there', 'custody/move', {
    ...move,
    opensPlace: true,
  })

  const fee = { currency: 'BTC', amount: '0.00012', txid: '3c'.repeat(32) }
  await took('record the network fee', postTreasury('network-fees', fee))
  await expectRefusal(
    'record the same fee again',
    postTreasury('network-fees', fee),
    409,
    'fee_recorded',
  )

  const large = { currency: 'BTC', amount: '0.002', txid: '4d'.repeat(32) }
  await proposeAndApprove('record a fee of more than $100.00', 'network-fees', large)

  const sale = {
    currency: 'BTC',
    amount: '0.2',
    toCurrency: 'USD',
    received: '17000',
    reason: 'For payouts.',
  }

  const used = { ...sale, bankReference: 'SEPA 2026-11-20/1' }
  await expectRefusal(
    'sell 0.2 BTC for dollars that were already recorded',
    postTreasury('custody/convert', used),
    409,
    'receipt_conflict',
  )

  const sold = { ...sale, bankReference: 'SEPA 2026-11-20/3' }
  const cheap = { ...sold, received: '1' }
  await expectRefusal(
    'sell 0.2 BTC for $1.00',
    postTreasury('custody/convert', cheap),
    422,
    'price_far_off',
  )
  await proposeAndApprove('sell 0.2 BTC for $17,000.00', 'custody/convert', sold)

  expect(await balances('custody:hot:BTC', 'custody:cold:BTC')).toEqual([
    -34_788_000n,
    -100_000_000n,
  ])
})

test('fees of a paid withdrawal become capital, and capital leaves by two admins', async () => {
  book.aside()

  const withdrawalInput = {
    amount: '700',
    payment_channel: 'BITCOIN',
    wallet_address: TEST_BITCOIN,
  }
  const withdrawal = await took('ask', post('/withdraw', maya, withdrawalInput))
  await took(
    'approve',
    post(`/admin/withdrawals/${withdrawal._id}/approve`, ines, { addressReviewed: true }),
  )
  await took('pay', post(`/admin/withdrawals/${withdrawal._id}/paid`, ines, { txid: 'tx-700' }))
  await book.beginSection('Fees and capital paid out')

  const [fees = 0n] = await balances('fees')
  expect(fees).toBeGreaterThan(0n)

  const more = { amount: `${fees / 100n + 1n}`, reason: 'It is so: november.' }
  await expectRefusal(
    'transfer more fees than were earned',
    postTreasury('fees/take', more),
    422,
    'insufficient_funds',
  )

  await took(
    'transfer the fees to capital',
    postTreasury('fees/take', { amount: `${fees / 100n}`, reason: 'It is so: november.' }),
  )

  const out = {
    currency: 'USD',
    amount: '20000',
    destination: 'The founders’ account',
    reason: 'It is so: repaid.',
  }

  await expectRefusal(
    'pay out more than the bank holds',
    postTreasury('capital/out', { ...out, amount: '170000' }),
    422,
    'insufficient_funds',
  )

  await proposeAndApprove('pay out $20,000.00', 'capital/out', out)
  expect(await balances('custody:bank:USD', 'fees')).toEqual([-14_700_000n, fees % 100n])
})

test('in the end the outside holds what the ledger says, and no invariant is broken', async () => {
  await fetchOutsideBalances(server.app)
  expect(await listBreaks(server.app.db, { open: true })).toEqual([])

  const states = (await listCustody(server.app.db)).map(({ account, state }) => [account, state])
  expect(Object.fromEntries(states)).toMatchObject({
    'custody:bank:USD': 'agrees',
    'custody:hot:BTC': 'agrees',
    'custody:cold:BTC': 'agrees',
  })

  expect((await checkIntegrity(server.app, { whole: true }))?.problems).toEqual([])
})

test('docs/money-flows-operator.md is the journal; each currency adds up to zero', async () => {
  expect(await verifyLedger(server.app.db)).toEqual([])
  const totals = (await getTrialBalance(server.app.db)).filter((line) => line.accountType === null)
  expect(totals.map(({ balance }) => balance)).toEqual([0n, 0n, 0n, 0n])
  const file = join(import.meta.dirname, '../../docs/money-flows-operator.md')
  await expect(book.text()).toMatchFileSnapshot(file)
})
