import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProofPicture } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, openTestSession } from '#modules/identity/testing.ts'
import { getMemberBalances, verifyLedger } from '#modules/ledger/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { OTHER_ADDRESS, TEST_ADDRESS, TEST_BITCOIN } from '#modules/withdrawals/testing.ts'
import { type Answer, type TestServer, testServer } from '../support/http.ts'
import { openBook } from './flow-document.ts'

type Person = { who: Member | Admin; token: string }

let server: TestServer
let book: ReturnType<typeof openBook>
let planId: string
let ines: Person
let ruth: Person
const people: Person[] = []
let keys = 0

beforeAll(async () => {
  server = await testServer()
  book = openBook(server.app.db)
  planId = (await createPublishedPlan(server.app)).id
  ines = await aStaff('finance')
  ruth = await aStaff('owner')
})
afterAll(() => server.close())

const key = () => `flow-${++keys}`
const post = (path: string, by: Person, body: unknown = {}) =>
  server.send('POST', path, { token: by.token, key: key(), body })
const get = (path: string, by: Person) => server.send('GET', path, { token: by.token })

const addPerson = (who: Member | Admin, token: string): Person => {
  const person = { who, token }
  people.push(person)
  return person
}

async function aMember(): Promise<Person> {
  const { member, token } = await server.asMember()
  return addPerson(member, token)
}

/** Their names stand in the document. */
const STAFF = {
  owner: { firstName: 'Ruth', lastName: 'Tanaka' },
  finance: { firstName: 'Ines', lastName: 'Carvalho' },
  support: { firstName: 'Sam', lastName: 'Okafor' },
}

async function aStaff(role: keyof typeof STAFF): Promise<Person> {
  const { admin, token } = await createTestAdmin(server.app, { role, ...STAFF[role] })
  return addPerson(admin, token)
}

/** Time passes; sessions end by it, so everybody signs in again. */
async function later(ms: number) {
  server.clock.advance(ms)
  for (const person of people) person.token = (await openTestSession(server.app, person.who)).token
}

/** The answer of a call that was taken, noted in the book with its status. */
async function took(
  step: string,
  call: Promise<Answer>,
  status = 200,
): Promise<Answer['json']['data']> {
  const answer = await call
  expect(answer.status, `${step}: ${answer.text}`).toBe(status)
  await book.step(step, answer.json.message)
  return answer.json.data
}

/** What an admin ticks for an address that was saved less than a day ago. */
const REVIEWED = { addressReviewed: true }

/** A call that was refused: with this status and code, and without a row in the journal. */
async function expectRefusal(step: string, call: Promise<Answer>, status: number, code: string) {
  const answer = await call
  expect({ status: answer.status, code: answer.json.code }, `${step}: ${answer.text}`).toEqual({
    status,
    code,
  })
  expect(await book.step(step, `refused, ${status} ${code}`)).toEqual([])
}

type Quote = {
  _id: string
  amount: string
  payment_method: string
  address: string
  coinAmount: string
}

async function quote(by: Person, amount: string, payment_method: string): Promise<Quote> {
  const body = { selected_plan: planId, amount, payment_method }
  return await took(
    `quote ${amount} by ${payment_method}`,
    server.send('POST', '/api/deposit/quote', { token: by.token, body }),
  )
}

async function buildProof(quoted: Quote, change: Record<string, string> = {}) {
  const form = new FormData()
  const fields = {
    _id: quoted._id,
    amount: quoted.amount,
    payment_method: quoted.payment_method,
    wallet_address: quoted.address,
    selected_plan: planId,
    interest_percentage: '50%',
    ...change,
  }

  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('payment_proof', new File([Uint8Array.from(await createProofPicture())], 'proof.png'))

  return form
}

async function pending(by: Person, amount: string, method: string): Promise<Quote> {
  const quoted = await quote(by, amount, method)
  await took('upload the proof', post('/api/deposit', by, await buildProof(quoted)))
  return quoted
}

/** Creates a member with a position, outside any section. */
async function createInvestedMember(amount = '2500') {
  book.aside()
  const member = await aMember()
  const quoted = await pending(member, amount, 'USDT')
  await took('confirm', post(`/api/transactions/${quoted._id}/confirm`, ines))
  return member
}

const balances = (person: Person) => getMemberBalances(server.app.db, person.who.id)
const withdraw = (by: Person, amount: string, rest: object = {}) =>
  post('/api/withdraw', by, {
    amount,
    payment_channel: 'USDT',
    wallet_address: TEST_ADDRESS,
    ...rest,
  })

test('a deposit is quoted, proved and confirmed, and every detour is refused', async () => {
  const maya = await aMember()
  const stranger = await aMember()

  await book.beginSection('A deposit in bitcoin')

  const plain = { selected_plan: planId, amount: '2500', payment_method: 'BITCOIN' }
  const ask = (body: object) =>
    server.send('POST', '/api/deposit/quote', { token: maya.token, body })
  await expectRefusal('quote without an amount', ask({ ...plain, amount: '' }), 400, 'missing')
  await expectRefusal(
    'quote below the plan',
    ask({ ...plain, amount: '999.99' }),
    400,
    'outside_limits',
  )

  const quoted = await quote(maya, '2500', 'BITCOIN')
  await expectRefusal(
    'confirm before a proof',
    post(`/api/transactions/${quoted._id}/confirm`, ines),
    409,
    'not_pending',
  )

  const other = await buildProof(quoted, { interest_percentage: '75%' })
  await expectRefusal(
    'prove with another target',
    post('/api/deposit', maya, other),
    422,
    'differs_from_quote',
  )

  await expectRefusal(
    "prove another member's",
    post('/api/deposit', stranger, await buildProof(quoted)),
    404,
    'not_found',
  )

  await took('upload the proof', post('/api/deposit', maya, await buildProof(quoted)))
  await expectRefusal(
    'upload it again',
    post('/api/deposit', maya, await buildProof(quoted)),
    409,
    'already_submitted',
  )

  await expectRefusal(
    'confirm as a member',
    post(`/api/transactions/${quoted._id}/confirm`, maya),
    403,
    'forbidden',
  )

  await took('confirm', post(`/api/transactions/${quoted._id}/confirm`, ines))
  await took('confirm again', post(`/api/transactions/${quoted._id}/confirm`, ruth))

  const rejection = post(`/api/transactions/${quoted._id}/reject`, ines, {
    reason: 'It was a mistake.',
  })
  await expectRefusal('reject after that', rejection, 409, 'not_pending')

  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 250_000n })
})

test('a deposit that came late is credited at the rate of its arrival', async () => {
  const maya = await aMember()
  await book.beginSection('A late deposit')

  const quoted = await quote(maya, '2000', 'ETHERIUM')
  await later(7 * 3_600_000)
  await took(
    'upload the proof seven hours later',
    post('/api/deposit', maya, await buildProof(quoted)),
  )

  const deposit = (await get(`/api/deposit/${quoted._id}`, maya)).json.data
  expect(deposit).toMatchObject({ late: true, status: 'pending' })

  const listed = (await get('/api/transactions?status=pending', ines)).json.data.find(
    (line: { _id: string }) => line._id === quoted._id,
  )
  expect(listed.rate).not.toBe(deposit.rate)

  const done = await took('confirm', post(`/api/transactions/${quoted._id}/confirm`, ines))
  expect(done.credited).toBe(listed.expected)
})

test('less than the minimum stays cash, bank payments are dollars, each counts once', async () => {
  const maya = await aMember()
  await book.beginSection('Less than the minimum, and a payment by bank')

  const short = await pending(maya, '1000', 'USDT')
  const paid = { received: '640.5', txid: `0x${'1f'.repeat(32)}` }
  await took(
    'confirm 640.5 USDT of them',
    post(`/api/transactions/${short._id}/confirm`, ines, paid),
    202,
  )
  await took(
    'confirm it as another admin',
    post(`/api/transactions/${short._id}/confirm`, ruth, paid),
  )

  const second = await pending(maya, '1000', 'USDT')
  const reused = post(`/api/transactions/${second._id}/confirm`, ines, {
    ...paid,
    txid: '1F'.repeat(32),
  })
  await expectRefusal('confirm another with the same payment', reused, 409, 'receipt_used')

  const bank = { received: '1000.00', bankReference: 'SEPA 2026-11-20/17' }
  await took(
    'confirm $1,000.00 by bank',
    post(`/api/transactions/${second._id}/confirm`, ines, bank),
  )

  const { data: lines } = (await get('/api/transactions/deposit', maya)).json
  const credited = (lines as Row[]).map(({ _id, ...line }) => ({
    short: _id === short._id,
    amount: line.investment.amount,
    quoted: line.quoted,
    notInvested: line.notInvested,
  }))
  expect(credited, 'the list says what was credited, and what stayed cash').toEqual(
    expect.arrayContaining([
      { short: true, amount: '640.30', quoted: '1000.00', notInvested: true },
      { short: false, amount: '1000.00', quoted: '1000.00', notInvested: false },
    ]),
  )
})

type Row = {
  _id: string
  investment: { amount: string }
  quoted: string
  notInvested: boolean
}

test('a rejected deposit moves nothing, and the member reads why', async () => {
  const maya = await aMember()
  await book.beginSection('A rejected deposit')

  const { _id } = await pending(maya, '5000', 'USDT')
  await expectRefusal(
    'reject without a reason',
    post(`/api/transactions/${_id}/reject`, ines),
    400,
    'reason_needed',
  )

  await took(
    'reject',
    post(`/api/transactions/${_id}/reject`, ines, { reason: 'Nothing arrived.' }),
  )

  await expectRefusal(
    'confirm after that',
    post(`/api/transactions/${_id}/confirm`, ines),
    409,
    'not_pending',
  )

  expect((await get(`/api/deposit/${_id}`, maya)).json.data).toMatchObject({
    status: 'rejected',
    reason: 'Nothing arrived.',
  })
})

test('a withdrawal takes cash, then principal, waits for approval and is paid once', async () => {
  const maya = await createInvestedMember()
  await book.beginSection('A withdrawal, paid')
  await expectRefusal(
    'request without an address',
    withdraw(maya, '100', { wallet_address: '' }),
    400,
    'missing',
  )

  await expectRefusal(
    'request more than is available',
    withdraw(maya, '2500.01'),
    422,
    'invalid_amount',
  )
  await expectRefusal(
    'request an amount with three decimals',
    withdraw(maya, '10.005'),
    400,
    'invalid_amount',
  )

  const mistyped = `${TEST_ADDRESS.slice(0, -1)}8`
  await expectRefusal(
    'request to a mistyped address',
    withdraw(maya, '100', { wallet_address: mistyped }),
    400,
    'invalid_address',
  )

  await expectRefusal(
    'request to a bitcoin address',
    withdraw(maya, '100', { wallet_address: TEST_BITCOIN }),
    400,
    'invalid_address',
  )

  const withdrawal = await took('request $700.00', withdraw(maya, '700'))
  expect(withdrawal).toMatchObject({ status: 'pending', fee: '3.00', arrives: '697.00', place: 1 })

  const path = `/api/admin/withdrawals/${withdrawal._id}`
  await expectRefusal(
    'pay before approval',
    post(`${path}/paid`, ines, { txid: 'tx-early' }),
    409,
    'not_approved',
  )

  const support = await aStaff('support')
  await expectRefusal('approve as support', post(`${path}/approve`, support), 403, 'forbidden')
  await expectRefusal(
    'approve without reviewing the new address',
    post(`${path}/approve`, ines),
    422,
    'address_review_needed',
  )
  await took('approve', post(`${path}/approve`, ines, REVIEWED))
  await expectRefusal(
    'cancel after that',
    post(`/api/withdraw/${withdrawal._id}/cancel`, maya),
    409,
    'not_pending',
  )

  await later(90 * 60_000)
  await took('pay', post(`${path}/paid`, ines, { txid: 'tx-700' }))
  await took('pay again with the same id', post(`${path}/paid`, ines, { txid: 'tx-700' }))
  await expectRefusal(
    'reject after that',
    post(`${path}/reject`, ines, { reason: 'It was a mistake.' }),
    409,
    'not_open',
  )

  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 180_000n, holdCash: 0n })

  const times = (await get('/api/withdraw/times', maya)).json.data
  expect(times.measured).toMatchObject({ count: 1, medianMinutes: 90 })
})

test('a cancelled withdrawal leaves everything as it was', async () => {
  const maya = await createInvestedMember()
  await book.beginSection('A withdrawal, cancelled by the member')

  const withdrawal = await took('request $900.00', withdraw(maya, '900'))
  expect(await balances(maya)).toMatchObject({ principal: 160_000n, holdCash: 90_000n })

  const stranger = await aMember()
  await expectRefusal(
    "cancel another member's",
    post(`/api/withdraw/${withdrawal._id}/cancel`, stranger),
    404,
    'not_found',
  )

  await took('cancel', post(`/api/withdraw/${withdrawal._id}/cancel`, maya))
  await expectRefusal(
    'cancel again',
    post(`/api/withdraw/${withdrawal._id}/cancel`, maya),
    409,
    'not_pending',
  )

  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 250_000n, holdCash: 0n })
})

test('a rejected withdrawal gives the money back with a reason, also after approval', async () => {
  const maya = await createInvestedMember()
  await book.beginSection('A withdrawal, rejected after approval')

  const withdrawal = await took('request everything', withdraw(maya, '2500'))
  const path = `/api/admin/withdrawals/${withdrawal._id}`
  await took('approve', post(`${path}/approve`, ines, REVIEWED))
  await expectRefusal('reject without a reason', post(`${path}/reject`, ines), 400, 'reason_needed')
  await took(
    'reject',
    post(`${path}/reject`, ines, { reason: 'The address is on a sanctions list.' }),
  )

  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 250_000n, holdCash: 0n })

  const [line] = (await get('/api/withdraw', maya)).json.data
  expect(line).toMatchObject({ status: 'rejected', reason: 'The address is on a sanctions list.' })
})

test('from $10,000 it takes two admins', async () => {
  book.aside()

  const maya = await aMember()
  for (let n = 0; n < 2; n++) {
    const { _id } = await pending(maya, '9000', 'USDT')
    await took('confirm', post(`/api/transactions/${_id}/confirm`, ines))
  }

  await book.beginSection('A large withdrawal')

  const withdrawal = await took('request $12,000.00', withdraw(maya, '12000'))
  const path = `/api/admin/withdrawals/${withdrawal._id}`
  await took('approve', post(`${path}/approve`, ines, REVIEWED), 202)
  await expectRefusal(
    'approve again as the same admin',
    post(`${path}/approve`, ines, REVIEWED),
    409,
    'second_admin',
  )

  await took('approve as another admin', post(`${path}/approve`, ruth, REVIEWED))
  await took('pay', post(`${path}/paid`, ines, { txid: 'tx-12000' }))

  expect(await balances(maya)).toMatchObject({ principal: 600_000n, holdCash: 0n })
})

test('one key has one effect: its request is answered again, another is refused', async () => {
  const maya = await createInvestedMember()
  await book.beginSection('The same key twice')

  const body = { amount: '400', payment_channel: 'USDT', wallet_address: OTHER_ADDRESS }
  const send = (sent: object) =>
    server.send('POST', '/api/withdraw', { token: maya.token, key: 'twice', body: sent })
  const first = await took('request $400.00', send(body))
  const again = await took('request again with the same key', send(body))

  expect(again).toEqual(first)

  await expectRefusal(
    'another amount with that key',
    send({ ...body, amount: '500' }),
    422,
    'idempotency_key_reused',
  )

  const keyless = server.send('POST', '/api/withdraw', { token: maya.token, body })
  await expectRefusal('request without a key', keyless, 400, 'idempotency_key_required')

  expect(await balances(maya)).toMatchObject({ holdCash: 40_000n })
})

test('docs/money-flows.md is what the journal says, and the books are whole', async () => {
  expect(await verifyLedger(server.app.db)).toEqual([])
  await expect(book.text()).toMatchFileSnapshot(
    join(import.meta.dirname, '../../docs/money-flows.md'),
  )
})

test('every mail of these flows can be sent, and the sandbox marks each as simulated', async () => {
  await server.runJobs()

  const mails = await server.database.owner.query('select subject, body_text from mailbox')
  const subjects = new Set(mails.rows.map((mail) => mail.subject))

  for (const subject of [
    'We’ve received your proof of payment',
    'Your deposit was confirmed',
    'Your deposit was rejected',
    'We’ve received your withdrawal request',
    'Your withdrawal was approved',
    'Your withdrawal was paid',
    'Your withdrawal was rejected',
    'Your withdrawal addresses were changed',
  ])
    expect(subjects).toContain(`[Sandbox] ${subject}`)

  for (const { body_text } of mails.rows) {
    expect(body_text).toContain('all money here is simulated')
    expect(body_text).not.toMatch(/undefined|null|NaN|\[object/)
  }
})
