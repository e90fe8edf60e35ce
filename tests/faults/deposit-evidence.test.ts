import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { type Deposit, getAnyDeposit } from '#modules/deposits/queries.ts'
import { payOnChain } from '#modules/deposits/testing.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let testApp: TestApp
let app: TestApp['app']
let maya: Member
let plan: PlanVersion
let small: Paid
let large: Paid

type Paid = { deposit: Deposit; txid: string; paymentId: string; label: string }

beforeAll(async () => {
  testApp = await createTestApp()
  app = testApp.app
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app, { minAmount: 10_000n, maxAmount: 5_000_000n })
  large = await pay('10000', { blocks: 4 })
  small = await pay('500', { blocks: 2 })
})
afterAll(() => testApp.close())

/** A deposit that was paid on the simulated chain, which two providers show. */
async function pay(amount: string, { blocks = 0, after = 0 } = {}): Promise<Paid> {
  const quote = await quoteDeposit(app, maya, { planId: plan.id, amount, method: 'BITCOIN' })
  app.clock.advance(after)
  const txid = await payOnChain(app, quote, { blocks })
  const { rows } = await testApp.database.owner.query(
    'select id from chain_payment where txid = $1',
    [txid],
  )
  const deposit = await getAnyDeposit(app.db, quote.id, app.clock.now())

  return { deposit, txid, paymentId: rows[0].id, label: amount }
}

const quoteText = (value: unknown) => `'${value instanceof Date ? value.toISOString() : value}'`

type Attempt = {
  /** What the outside world changed before, as a superuser with triggers off. */
  before?: string | undefined
  /** The application's statements. */
  statements: string
}

/**
 * Runs the application's statements in a transaction that is undone. Returns why the database
 * refused them; null if it accepted them.
 */
async function attempt({ before = '', statements }: Attempt): Promise<string | null> {
  const client = await testApp.database.owner.connect()

  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(before)
    await client.query('set local session_replication_role = origin')
    await client.query('set local role candor_app')
    return await client.query(statements).then(
      () => null,
      ({ message }) => String(message),
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type CreditChanges = {
  /** Columns of the receipt and of the update of the deposit, as SQL. */
  receipt?: Partial<Record<'reference' | 'output' | 'units' | 'source', string>>
  deposit?: Record<string, string>
  payment?: string
}

const LIMIT = `insert into setting (name, value, changed_by, changed_at)
  values ('deposits', '{"automaticUpTo": "2000000"}', 'Ruth', now())`

/** Builds the statements of the application that credit a payment, with mistakes. */
function buildCredit(
  { deposit, txid, paymentId, label }: Paid,
  { receipt = {}, deposit: columns = {}, payment = '' }: CreditChanges = {},
): string {
  const receiptId = `rcp_${label.padStart(20, '0')}`
  const { source = "'BTC'", reference = quoteText(txid), output = '0' } = receipt
  const { units = String(deposit.coinAmount) } = receipt
  const arrivedAt = quoteText(deposit.arrivedAt)
  const update = Object.entries({
    status: "'completed'",
    amount_reserved: 'false',
    receipt_id: quoteText(receiptId),
    received: 'coin_amount',
    received_in: 'coin',
    credited: 'amount',
    decided_at: quoteText(app.clock.now()),
    decided_by: "'Candor'",
    automatic: 'true',
    ...columns,
  }).map(([column, value]) => `${column} = ${value}`)

  return `
    select ledger.record_receipt(${quoteText(receiptId)}, ${source}, ${reference}, ${output}, 'BTC',
      ${units}, ${arrivedAt}, 'candor');
    ${payment};
    update deposit_payment set receipt_id = ${quoteText(receiptId)}
      where payment_id = ${quoteText(paymentId)};
    update deposit set ${update.join(', ')} where id = ${quoteText(deposit.id)}`
}

const credit = (paid: Paid, changes: CreditChanges = {}, before = '') =>
  attempt({ before: `${LIMIT}; ${before}`, statements: buildCredit(paid, changes) })

const BY_NO_PERSON = expect.stringContaining('is credited without a person')

const ofPayment = ({ paymentId }: Paid) => `payment_id = ${quoteText(paymentId)}`
const setProvider = (columns: string, at = '1 = 1') =>
  `update chain_provider set ${columns} where chain = 'bitcoin' and ${at}`
const isSecond = () => `name = ${quoteText(app.chains.bitcoin[1]?.name)}`
const GONE = 'gone_at = seen_at, block_height = null, block_hash = null, block_at = null'
const PROBLEM = "problem = 'behind', problem_since = now()"

/** What the outside world shows otherwise, in a way that no deposit may be credited for. */
const buildDoubts = (paid: Paid): Record<string, string> => ({
  gone: `update chain_sighting set ${GONE} where ${ofPayment(paid)}`,
  'gone for one provider': `update chain_sighting set ${GONE}
    where ${ofPayment(paid)} and provider = ${quoteText(app.chains.bitcoin[1]?.name)}`,
  'in two blocks': `update chain_sighting set block_hash = repeat('b', 64)
    where ${ofPayment(paid)} and provider = ${quoteText(app.chains.bitcoin[1]?.name)}`,
  'paid with two amounts': `insert into chain_payment (id, chain, coin, txid, output_index, address,
      units, first_seen_at) select 'pay_' || repeat('0', 20), chain, coin, txid, output_index,
      address, units * 10, first_seen_at from chain_payment where id = ${quoteText(paid.paymentId)}`,
  'never shown by a provider that has its block': `delete from chain_sighting
    where ${ofPayment(paid)} and provider = ${quoteText(app.chains.bitcoin[1]?.name)}`,
  'in the mempool of one that has its block': `update chain_sighting set block_height = null,
    block_hash = null, block_at = null where ${ofPayment(paid)}
      and provider = ${quoteText(app.chains.bitcoin[1]?.name)}`,
  'a block too young': setProvider('tip_height = tip_height - 1'),
  'shown by no provider that answers': setProvider(PROBLEM),
  'in the mempool of each provider': `update chain_sighting set block_height = null, block_hash = null,
    block_at = null where ${ofPayment(paid)}`,
})

test('what the chain shows in time and as quoted is credited without a person, up to the limit', async () => {
  expect(await credit(small)).toBeNull()
  expect(await credit(large)).toBeNull()
  expect(await attempt({ statements: buildCredit(small) })).toEqual(BY_NO_PERSON)
})

test('a payment that is unsettled, disputed or gone credits no deposit, without a person and in live', async () => {
  for (const paid of [small, large])
    for (const [doubt, before] of Object.entries(buildDoubts(paid))) {
      expect({ doubt, refused: await credit(paid, {}, before) }).toEqual({
        doubt,
        refused: BY_NO_PERSON,
      })

      const byOneAdmin = { automatic: 'false', decided_by: "'Ines'" }
      const live = `${before}; update approvals.installation set live = true`
      expect({ doubt, refused: await credit(paid, { deposit: byOneAdmin }, live) }).toEqual({
        doubt,
        refused: expect.stringContaining('in live not on chain, needs the approval of two admins'),
      })
    }
})

test('from $10,000 two providers have to answer and to show the payment deep enough', async () => {
  const oneAnswers = setProvider(PROBLEM, isSecond())
  const oneIsShort = setProvider('tip_height = tip_height - 1', isSecond())

  for (const before of [oneAnswers, oneIsShort]) {
    expect(await credit(large, {}, before)).toEqual(BY_NO_PERSON)
    expect(await credit(small, {}, before)).toBeNull()
  }
})

test('a provider with a problem says nothing, neither for a payment nor against it', async () => {
  const doubts = buildDoubts(small)
  for (const doubt of ['gone for one provider', 'never shown by a provider that has its block'])
    expect(
      await credit(small, {}, `${doubts[doubt]}; ${setProvider(PROBLEM, isSecond())}`),
    ).toBeNull()
})

test('the confirmations of the setting count, and on TRON only a final block', async () => {
  const set = (value: string) => `insert into setting (name, value, changed_by, changed_at)
    values ('confirmations', '${value}', 'Ruth', now())`
  expect(await credit(small, {}, set('{"bitcoin": 3}'))).toEqual(BY_NO_PERSON)
  expect(await credit(large, {}, set('{"bitcoinFrom10000": 7}'))).toEqual(BY_NO_PERSON)
  expect(await credit(small, {}, set('{"bitcoin": 2, "bitcoinFrom1000": 9}'))).toBeNull()

  const final = (blocks: number) =>
    `${set('{"bitcoin": 1000}')}; ${setProvider(`final_height = tip_height - ${blocks}`)}`
  expect(await credit(small, {}, set('{"bitcoin": 1000}'))).toEqual(BY_NO_PERSON)
  expect(await credit(small, {}, final(2))).toEqual(BY_NO_PERSON)
  expect(await credit(small, {}, final(1))).toBeNull()

  const readNeeded = async (chain: string, cents: readonly number[]) => {
    const { rows } = await testApp.database.pool.query(
      'select required_confirmations($1, c) as needed from unnest($2::numeric[]) c',
      [chain, cents],
    )
    return rows.map(({ needed }) => needed)
  }
  const steps = [1, 99_999, 100_000, 999_999, 1_000_000]
  expect(await readNeeded('bitcoin', steps)).toEqual([2, 2, 3, 3, 6])
  expect(await readNeeded('ethereum', steps)).toEqual([12, 12, 12, 12, 0])
  expect(await readNeeded('tron', steps)).toEqual([0, 0, 0, 0, 0])
})

test('where a final block is needed, confirmations alone settle nothing', async () => {
  const isSettled = async (chain: string, finals: number, cents = 1) => {
    const { rows } = await testApp.database.pool.query(
      `select is_payment_settled(jsonb_populate_record(e, jsonb_build_object('chain', $2::text,
          'final_count', $3::integer, 'confirmations', '{500,500}')), $4) as settled
        from payment_evidence e where id = $1`,
      [small.paymentId, chain, finals, cents],
    )
    return rows[0].settled
  }

  expect(await isSettled('tron', 0)).toBe(false)
  expect(await isSettled('tron', 1)).toBe(true)
  expect(await isSettled('tron', 1, 1_000_000)).toBe(false)
  expect(await isSettled('tron', 2, 1_000_000)).toBe(true)
  expect(await isSettled('ethereum', 0)).toBe(true)
  expect(await isSettled('ethereum', 1, 1_000_000)).toBe(false)
})

test('only the output that paid the address of the deposit is its evidence', async () => {
  const otherAddress = `update chain_payment set address = ${quoteText(large.deposit.address)} || 'x'
    where id = ${quoteText(small.paymentId)}`
  expect(await credit(small, {}, otherAddress)).toEqual(BY_NO_PERSON)

  const lies = [
    { receipt: { reference: quoteText('a'.repeat(64)) } },
    { receipt: { output: '1' } },
    { receipt: { units: '999' } },
    { receipt: { source: "'ETH'" } },
    {
      payment: `update deposit_payment set arrived_at = arrived_at + interval '1 second'
        where payment_id = ${quoteText(small.paymentId)}`,
    },
    { deposit: { arrived_at: "arrived_at + interval '1 second'" } },
    {
      payment: `update deposit_payment set arrived_at = arrived_at + interval '1 second'
        where payment_id = ${quoteText(small.paymentId)}`,
      deposit: { arrived_at: "arrived_at + interval '1 second'" },
    },
    { deposit: { receipt_id: "'rcp_other'" } },
  ]
  for (const lie of lies)
    expect({ lie, refused: await credit(small, lie) }).toEqual({ lie, refused: BY_NO_PERSON })
})

test('only a payment to a verified address of the deposit’s own, not older than its quote, is evidence', async () => {
  const { deposit } = small
  const id = quoteText(deposit.id)
  const address = quoteText(deposit.address)
  const old = `update chain_payment set first_seen_at = first_seen_at - interval '3 hours'
    where id = ${quoteText(small.paymentId)};
    update deposit_payment set arrived_at = ${quoteText(deposit.createdAt)} where ${ofPayment(small)};
    update deposit set arrived_at = created_at where id = ${id}`
  const doubts = {
    'not verified': `update chain_address set verified_at = null where address = ${address}`,
    'lent to another deposit': `insert into issued_address (method, address, source_id, member_id,
      deposit_id, lent_at) values ('BITCOIN', ${address}, 'x', 'x', 'x', now())`,
    'older than its quote': old,
  }
  for (const [doubt, before] of Object.entries(doubts))
    expect({ doubt, refused: await credit(small, {}, before) }).toEqual({
      doubt,
      refused: BY_NO_PERSON,
    })
})

test('the payments of a deposit add up to what is credited', async () => {
  expect(await credit(small, { deposit: { received: 'coin_amount + 1' } })).toContain(
    'the payments of a deposit add up to what was received',
  )
  expect(await credit(small, { deposit: { credited: 'amount + 1' } })).toContain(
    'the credit differs from the payment received at its rate',
  )
})

test('above the limit, late, not as quoted, paused or of a suspended member a person decides', async () => {
  const set = (name: string, value: string) => `delete from setting where name = '${name}';
    insert into setting (name, value, changed_by, changed_at)
    values ('${name}', '${value}', 'Ruth', now())`
  const doubts = {
    'above the limit': set('deposits', '{"automaticUpTo": "49999"}'),
    'no limit': "delete from setting where name = 'deposits'",
    paused: set('pauses', '{"deposits": {"reason": "x", "since": "2026-11-20"}}'),
    suspended: `update member set status = 'suspended', suspended_reason = 'x',
      review_on = '2027-01-01' where id = ${quoteText(maya.id)}`,
    'not as quoted': `update deposit set coin_amount = coin_amount + div(coin_amount, 190)
      where id = ${quoteText(small.deposit.id)}`,
  }
  for (const [doubt, before] of Object.entries(doubts)) {
    const asPaid = { received: String(small.deposit.coinAmount), credited: '50000' }
    expect({ doubt, refused: await credit(small, { deposit: asPaid }, before) }).toEqual({
      doubt,
      refused: BY_NO_PERSON,
    })
  }

  const late = await pay('600', { blocks: 2, after: 60 * 60_000 })
  expect(late.deposit.late).toBe(true)
  const { coinAmount, creditRate } = late.deposit
  const worth = `div(${coinAmount}::numeric * ${creditRate}, 1000000000000)`
  expect(await credit(late, { deposit: { credited: worth } })).toEqual(BY_NO_PERSON)
  expect(await credit(late, { deposit: { credited: worth, automatic: 'false' } })).toBeNull()
})

test('a credit without a person stays marked as one', async () => {
  const marks = `update deposit set automatic = false where id = ${quoteText(small.deposit.id)}`
  expect(await credit(small, { deposit: { automatic: 'true' } })).toBeNull()
  expect(await attempt({ before: LIMIT, statements: `${buildCredit(small)}; ${marks}` })).toContain(
    'a decided deposit does not change',
  )
})

test('a posted payment does not change its deposit, reason, arrival, rate or receipt', async () => {
  const changes = [
    "deposit_id = null, rate = null, reason = 'refunded'",
    "arrived_at = arrived_at + interval '1 second'",
    'rate = rate + 1',
    'receipt_id = null',
    "receipt_id = 'rcp_other'",
  ]
  for (const change of changes) {
    const statements = `${buildCredit(small)};
      update deposit_payment set ${change} where ${ofPayment(small)}`
    expect({ change, refused: await attempt({ before: LIMIT, statements }) }).toEqual({
      change,
      refused: 'a posted payment does not change',
    })
  }

  const unmatched = `update deposit_payment set deposit_id = null, rate = null, reason = 'refunded',
    receipt_id = 'rcp_suspense' where ${ofPayment(small)}`
  const again = `update deposit_payment set reason = null, deposit_id = ${quoteText(small.deposit.id)},
    rate = ${small.deposit.rate} where ${ofPayment(small)}`
  expect(await attempt({ statements: unmatched })).toBeNull()
  expect(await attempt({ statements: `${unmatched}; ${again}` })).toBe(
    'a posted payment does not change',
  )
})

test('a payment leaves its deposit only to be refunded, or because that was decided', async () => {
  const leave = (reason: string) => ({
    statements: `update deposit_payment set deposit_id = null, rate = null, reason = '${reason}'
      where ${ofPayment(small)}`,
  })
  const refusal = 'a payment leaves a decided deposit, or to be refunded'

  expect(await attempt(leave('refunded'))).toBeNull()
  expect(await attempt(leave('already_decided'))).toBeNull()
  for (const reason of ['unknown_amount', 'lent_before', 'account_closed'])
    expect(await attempt(leave(reason))).toBe(refusal)

  const move = `update deposit_payment set deposit_id = ${quoteText(large.deposit.id)}
    where ${ofPayment(small)}`
  expect(await attempt({ statements: move })).toBe(refusal)
})

test('a payment that was seen in time has the locked rate, its member, and no arrival before its quote', async () => {
  const { member } = await createTestMember(app)
  const refusal = 'a payment that was seen in time has the locked rate'
  const changes = [
    'rate = rate + 1',
    `member_id = ${quoteText(member.id)}`,
    "arrived_at = arrived_at - interval '1 day'",
  ]
  for (const change of changes) {
    const statements = `update deposit_payment set ${change} where ${ofPayment(small)}`
    expect({ change, refused: await attempt({ statements }) }).toEqual({ change, refused: refusal })
  }

  const late = `update deposit_payment set rate = rate + 1, arrived_at = ${quoteText(small.deposit.expiresAt)}
    where ${ofPayment(small)}`
  expect(await attempt({ statements: late })).toBeNull()
})

test('a payment counts for one deposit, and is never deleted', async () => {
  const twice = `insert into deposit_payment (payment_id, deposit_id, member_id, arrived_at, rate,
      assigned_at, assigned_by) select payment_id, ${quoteText(large.deposit.id)}, member_id,
      arrived_at, rate, assigned_at, assigned_by from deposit_payment where ${ofPayment(small)}`
  expect(await attempt({ statements: twice })).toContain('duplicate key')

  const { owner, pool } = testApp.database
  const remove = `delete from deposit_payment where ${ofPayment(small)}`
  await expect(pool.query(remove)).rejects.toThrow('permission denied')
  await expect(owner.query(remove)).rejects.toThrow('a payment of a deposit is never deleted')
})

test('what a payment paid never changes, and it is first seen earlier but not later', async () => {
  const { owner } = testApp.database
  const change = (columns: string) =>
    owner.query(`update chain_payment set ${columns} where id = ${quoteText(small.paymentId)}`)

  for (const columns of [
    'units = units + 1',
    "txid = repeat('a', 64)",
    'output_index = output_index + 1',
    "first_seen_at = first_seen_at + interval '1 second'",
    'revision = 0, handled_revision = 0',
  ])
    await expect(change(columns)).rejects.toThrow('never deleted or changed')
  await expect(owner.query('delete from chain_payment')).rejects.toThrow('never deleted or changed')
})

test('a deposit waits again only when the chain shows none of its payments', async () => {
  const wait = `update deposit set status = 'awaiting_payment', amount_reserved = true,
    submitted_at = null, arrived_at = null, late = null, credit_rate = null
    where id = ${quoteText(small.deposit.id)}`
  const gone = `update chain_sighting set ${GONE} where ${ofPayment(small)}`
  const refusal = 'a deposit waits again only when its payments are gone'

  expect(await attempt({ statements: wait })).toBe(refusal)
  expect(
    await attempt({ before: buildDoubts(small)['gone for one provider'], statements: wait }),
  ).toBe(refusal)
  expect(await attempt({ before: gone, statements: wait })).toBeNull()
  const unpaid = `delete from deposit_payment where ${ofPayment(small)}`
  expect(await attempt({ before: unpaid, statements: wait })).toBe(refusal)
})
