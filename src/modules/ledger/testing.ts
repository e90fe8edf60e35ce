import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Coin } from '#lib/money.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type Receipt,
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toSuspenseAccountCode,
} from './model.ts'
import { computePostingHash, listPostingRules } from './queries.ts'
import { recordReceipt } from './steps/record-receipt.ts'

export const TEST_DAY: Day = '2026-01-01'

/** A transfer with what a test doesn't care about filled in. */
export const transfer = (
  event: string,
  kind: Transfer['kind'],
  debit: string,
  credit: string,
  amount: bigint,
  rest: Partial<Transfer> = {},
): Transfer => ({
  event,
  kind,
  debit,
  credit,
  amount,
  effective: TEST_DAY,
  reference: event,
  actor: 'test',
  ...rest,
})

/** Something that came in from outside, written down and not used yet. */
export async function createReceipt(
  tx: Tx,
  currency: Receipt['currency'],
  amount: bigint,
  reference: string = createId('tx'),
) {
  return await recordReceipt(tx, {
    id: createId('rcp'),
    source: 'simulated',
    reference,
    outputIndex: 0,
    currency,
    amount,
    arrivedAt: new Date(`${TEST_DAY}T00:00:00Z`),
    recordedBy: 'test',
  })
}

/**
 * Coin into custody and dollars to the member: what a confirmed deposit posts. The receipt is the
 * coin leg's.
 */
export const buildDepositTransfers = (
  event: string,
  memberId: string,
  coin: Coin,
  units: bigint,
  cents: bigint,
  receipt: string,
): Transfer[] => [
  transfer(
    `${event}/coin`,
    'deposit_confirmed',
    toCustodyAccountCode(coin),
    toExchangeAccountCode(coin),
    units,
    {
      reference: event,
      receipt,
    },
  ),
  transfer(
    `${event}/cash`,
    'deposit_confirmed',
    toExchangeAccountCode('USD'),
    toMemberAccountCode(memberId, 'cash'),
    cents,
    {
      reference: event,
    },
  ),
]

/** The list as a second admin approved it: what kinds that need an approval are posted with. */
export async function approveTransfers(
  tx: Tx,
  list: readonly Transfer[],
  by: { proposes: string; decides: string } = { proposes: 'adm_one', decides: 'adm_two' },
): Promise<Transfer[]> {
  const id = createId('prp')
  const hash = await computePostingHash(tx, list)
  const at = new Date(`${TEST_DAY}T00:00:00Z`)
  const until = new Date(`${TEST_DAY}T12:00:00Z`)

  await sql`select approvals.propose(${id}, 'capital.record', 'test', '{}', ${hash},
    ${by.proposes}, 'One', ${at}, ${until})`.execute(tx)
  await sql`select approvals.decide(${id}, true, sha256('{}'), ${by.decides}, 'Two', ${at},
    null)`.execute(tx)

  return list.map((leg) => ({ ...leg, approval: id }))
}

/** The same where a kind of the list needs it; other lists stay as they are. */
export async function approveIfNeeded(
  tx: Tx,
  list: readonly Transfer[],
): Promise<readonly Transfer[]> {
  const needing = new Set(
    (await listPostingRules(tx))
      .filter((route) => route.approvalFrom !== null)
      .map((route) => route.kind),
  )

  return list.some((leg) => needing.has(leg.kind)) ? await approveTransfers(tx, list) : list
}

/**
 * Money of a member's that came without a deposit: it arrived, matched nobody, and was matched to
 * them.
 */
export const buildMatchedTransfers = (
  event: string,
  memberId: string,
  coin: Coin,
  units: bigint,
  cents: bigint,
  receipt: string,
): Transfer[] => [
  transfer(
    `${event}/in`,
    'suspense_received',
    toCustodyAccountCode(coin),
    toSuspenseAccountCode(coin),
    units,
    { receipt },
  ),
  transfer(
    `${event}/coin`,
    'suspense_matched',
    toSuspenseAccountCode(coin),
    toExchangeAccountCode(coin),
    units,
    {
      reference: event,
    },
  ),
  transfer(
    `${event}/cash`,
    'suspense_matched',
    toExchangeAccountCode('USD'),
    toMemberAccountCode(memberId, 'cash'),
    cents,
    {
      reference: event,
    },
  ),
]
