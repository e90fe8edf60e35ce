import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import type { Currency } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getBalance, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { createIncome, createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import {
  buildMovementTransfers,
  type Movement,
  parseMovement,
  toMovementContent,
} from '#modules/treasury/model.ts'
import { listUnmatched } from '#modules/treasury/queries.ts'
import {
  type Begun,
  beginMovement,
  createMovementId,
} from '#modules/treasury/steps/begin-movement.ts'
import { carryOutMovement } from '#modules/treasury/steps/carry-out-movement.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toJsonText } from '#platform/http/json.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { DEEP, pickScale } from '../support/scale.ts'

const SECONDS = 15
const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let live: App
let planId: string
let memberId: string

beforeAll(async () => {
  testApp = await createTestApp()
  live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } as const }
  planId = (await createPublishedPlan(testApp.app)).planId
  // What is placed for a plan is at most what it holds.
  await createIncome(testApp.app, { planId, cents: 10n ** 16n })
  memberId = (await createTestMember(testApp.app)).member.id
  await runInTransaction(testApp.app.db, (tx) => openMemberAccounts(tx, memberId))

  for (const currency of ['BTC', 'ETH', 'USDT', 'USD'] as const) {
    await fundCapital(testApp.app, currency, 10n ** 15n)
    await runInTransaction(testApp.app.db, (tx) => openCustodyAccount(tx, 'cold', currency))
  }
})
afterAll(() => testApp.close())

const currencies = fc.constantFrom<Currency>('BTC', 'ETH', 'USDT', 'USD')
const amounts = fc.bigInt(1n, 10n ** 9n)
const rates = fc.bigInt(1n, 10n ** 12n)
/** Any text that a person could send, quotes, backslashes and all. */
const texts = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll('\0', '').trim() || 'x')

type Draft = Omit<Fields, 'receipt'>
type Fields = {
  kind: Movement['kind']
  currency: Currency
  units: bigint
  cents: bigint
  rate: bigint
  reason: string
  destination: string
  receipt: string
}

const PROPOSED = [
  'capital_paid_in',
  'capital_paid_out',
  'assets_placed',
  'assets_returned',
  'promotion_funded',
  'promotion_returned',
  'suspense_matched',
  'suspense_refunded',
  'custody_moved',
  'converted',
  'network_fee_paid',
] as const
const DIRECT = ['suspense_received', 'fees_taken'] as const

const drafts = (kinds: readonly Movement['kind'][]): fc.Arbitrary<Draft> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    currency: currencies,
    units: amounts,
    cents: amounts,
    rate: rates,
    reason: texts,
    destination: texts,
  })

/** A movement of that kind, with everything that the kind needs. */
function buildMovement({
  kind,
  currency,
  units,
  cents,
  rate,
  reason,
  destination,
  receipt,
}: Fields): Movement {
  const place = currency === 'USD' ? 'bank' : 'hot'
  const worth = currency === 'USD' ? { cents: units, rate: null } : { cents, rate }
  const amount = { currency, units }
  const output = {
    reference: `seen ${receipt}`,
    outputIndex: 0,
    receipt,
    observedAs: `seen ${receipt}`,
  }

  const come = {
    ...amount,
    place,
    source: currency === 'USD' ? 'bank' : currency,
    ...output,
  } as const

  switch (kind) {
    case 'capital_paid_in':
      return { kind, ...come, ...worth, reason }
    case 'assets_returned':
      return { kind, planId, ...come, ...worth, reason }
    case 'capital_paid_out':
      return { kind, ...amount, place, ...worth, reason, destination }
    case 'assets_placed':
      return { kind, planId, ...amount, place, ...worth, reason, destination }
    case 'suspense_received':
      return { kind, ...come, reason }
    case 'suspense_matched':
      return { kind, memberId, receipt, ...amount, ...worth, reason }
    case 'suspense_refunded':
      return { kind, receipt, ...amount, place, reason, destination }
    case 'custody_moved':
      return { kind, ...amount, place, toPlace: 'cold', opensPlace: false, reason }
    case 'converted':
      return {
        kind,
        ...amount,
        place,
        reason,
        ...output,
        toUnits: cents,
        ...(currency === 'USD'
          ? { toCurrency: 'BTC', toPlace: 'hot', source: 'BTC' }
          : { toCurrency: 'USD', toPlace: 'bank', source: 'bank' }),
      }
    case 'network_fee_paid':
      return {
        kind,
        ...amount,
        currency: 'ETH',
        place: 'hot',
        rate,
        paidFrom: 'equity',
        txid: receipt,
        cents: cents + 10_000n,
      }
    default:
      return { kind, cents, reason }
  }
}

/** What the movement needs to be there: its arrival, or something in suspense. */
async function prepareMovement(draft: Draft): Promise<Movement> {
  const receipt = createId('rcp')
  if (draft.kind === 'suspense_matched' || draft.kind === 'suspense_refunded')
    await begun(buildMovement({ ...draft, kind: 'suspense_received', receipt }))
  if (draft.kind === 'promotion_returned')
    await approveBegun(await begun(buildMovement({ ...draft, kind: 'promotion_funded', receipt })))
  return buildMovement({ ...draft, receipt })
}

const begun = (movement: Movement) =>
  runInTransaction(live.db, (tx) =>
    beginMovement(live, tx, ines, { id: createMovementId(live, movement), movement }),
  )
/** Another admin's approval, signed. */
const agree = async ({ id, contentHash }: Proposal) => ({
  approve: true,
  contentHash,
  signature: await signAsTestAdmin(testApp, ruth.id, id),
})
const approveProposal = async (proposal: Proposal) =>
  await decideProposal(live, ruth, { id: proposal.id, ...(await agree(proposal)) })

async function approveBegun({ proposal }: Begun): Promise<Proposal> {
  if (!proposal) throw new Error('nothing waits for a second admin')
  return await approveProposal(proposal)
}

const formatRows = (rows: readonly object[]) => rows.map((row) => toJsonText(row)).sort()

/** What a proposal has posted, as the journal has it. */
async function listPostings(movement: Movement, id: string) {
  const [first] = buildMovementTransfers(movement, { id, on: '2026-11-20', actor: 'x' })
  const rows = await listEntries(live.db, { reference: first?.reference ?? '' })

  return rows
    .filter(({ approval }) => approval === id)
    .map(({ transferType, debit, credit, amount, reference, reason, receipt }) => ({
      kind: transferType,
      debit,
      credit,
      amount,
      reference,
      reason,
      receipt,
    }))
}

const buildExpectedPostings = (movement: Movement, id: string) =>
  buildMovementTransfers(movement, { id, on: '2026-11-20', actor: 'x' }).map((leg) => {
    const { transferType, debit, credit, amount, reference, reason = null, receipt = null } = leg
    return { kind: transferType, debit, credit, amount, reference, reason, receipt }
  })

const runs = {
  numRuns: pickScale(50, 5_000),
  ...(DEEP ? {} : { interruptAfterTimeLimit: SECONDS * 1000 }),
}

test('a movement is read back from what was written of it, to the last field', () => {
  fc.assert(
    fc.property(drafts([...PROPOSED, ...DIRECT]), (draft) => {
      const movement = buildMovement({ ...draft, receipt: 'rcp_test' })
      expect(parseMovement(JSON.parse(toJsonText(toMovementContent(movement))))).toEqual(movement)
    }),
  )
})

/** One of each kind comes first, however slow the machine is. */
const EXAMPLE: Omit<Draft, 'kind'> = {
  currency: 'BTC',
  units: 5_000n,
  cents: 700n,
  rate: 86_000_000_000n,
  reason: 'As agreed.',
  destination: 'Somewhere',
}

test(
  'whatever is proposed can be carried out unchanged, and posts exactly once',
  async () => {
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(drafts(PROPOSED), async (draft) => {
        const movement = await prepareMovement(draft)
        const { id, proposal } = await begun(movement)
        expect(await listPostings(movement, id)).toEqual([])

        const outcome = await approveProposal(proposal as Proposal)
        expect(formatRows(await listPostings(movement, id))).toEqual(
          formatRows(buildExpectedPostings(movement, id)),
        )
        await expect(approveProposal(proposal as Proposal)).rejects.toMatchObject({
          code: 'already_decided',
        })

        const again = runInTransaction(live.db, (tx) => carryOutMovement(live, tx, ruth, outcome))
        await expect(again).rejects.toMatchObject({ status: expect.any(Number) })
        expect(await listPostings(movement, id)).toHaveLength(
          buildExpectedPostings(movement, id).length,
        )

        kinds.add(movement.kind)
      }),
      { ...runs, examples: PROPOSED.map((kind): [Draft] => [{ ...EXAMPLE, kind }]) },
    )

    expect([...kinds].sort()).toEqual([...PROPOSED].sort())
  },
  pickScale(180_000, 3_600_000),
)

/** The decision alone, as code would have it that forgets to carry out. */
async function approveOnly(proposal: Proposal) {
  const agreed = await agree(proposal)
  return await runInTransaction(live.db, (tx) => decide(tx, live, ruth, proposal, agreed))
}

/**
 * Fields that say what is posted, each with another value; a field that only says where it was
 * observed is not among them.
 */
const CHANGES: Record<string, (value: string) => string> = {
  units: (value) => `${BigInt(value) + 1n}`,
  cents: (value) => `${BigInt(value) - 1n || 7n}`,
  toUnits: (value) => `${BigInt(value) + 1n}`,
  paidFrom: () => 'fees',
  reason: (value) => `${value}.`,
  destination: (value) => `${value}.`,
  place: () => 'cold',
  planId: () => 'pln_other',
  memberId: () => 'mem_other',
  receipt: () => 'rcp_other',
}
/** Which of them a movement posts by: dollars by their cents, suspense by what arrived. */
const counts = (movement: Movement, field: string) =>
  field === 'units'
    ? !('cents' in movement) || ('currency' in movement && movement.currency !== 'USD')
    : field !== 'cents' || !(movement.kind === 'suspense_matched' && movement.currency === 'USD')

test(
  'content that is changed after the approval posts nothing, whichever field it is',
  async () => {
    const refusals = new Set<string>()
    await fc.assert(
      fc.asyncProperty(drafts(PROPOSED), fc.nat(), async (draft, pick) => {
        const movement = await prepareMovement(draft)
        const { id, proposal } = await begun(movement)
        const content = toMovementContent(movement)
        const fields = Object.keys(CHANGES).filter(
          (field) => field in content && counts(movement, field),
        )
        const field = fields[pick % fields.length] ?? ''
        const changed = { ...content, [field]: CHANGES[field]?.(content[field] ?? '') }
        const approval = await approveOnly(proposal as Proposal)
        const refusal = await runInTransaction(live.db, (tx) =>
          carryOutMovement(live, tx, ruth, { ...approval, content: changed }),
        ).catch((error) => error.code)

        expect(refusal, `${movement.kind} ${field}`).toBeTypeOf('string')

        refusals.add(refusal as string)
        expect(await listPostings(movement, id)).toEqual([])
      }),
      {
        ...runs,
        numRuns: pickScale(25, 2_000),
        examples: PROPOSED.map((kind): [Draft, number] => [{ ...EXAMPLE, kind }, 0]),
      },
    )

    expect([...refusals]).toContain('approval_needed')
  },
  pickScale(180_000, 3_600_000),
)

test('afterwards the books are whole, and suspense is what is listed as unmatched', async () => {
  expect(await verifyLedger(live.db)).toEqual([])

  const unmatched = await listUnmatched(live.db)
  for (const currency of ['BTC', 'ETH', 'USDT', 'USD'] as const) {
    const listed = unmatched.filter((one) => one.currency === currency)
    expect(listed.reduce((sum, { units }) => sum + units, 0n)).toBe(
      await getBalance(live.db, `suspense:${currency}`),
    )
  }

  expect(unmatched.length).toBeGreaterThan(0)
})
