import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Coin } from '#lib/money.ts'
import { signTestApproval } from '#modules/approvals/testing.ts'
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

/** Builds a transfer with defaults for the fields that a test does not set. */
export const transfer = (
  idempotencyKey: string,
  transferType: Transfer['transferType'],
  debit: string,
  credit: string,
  amount: bigint,
  overrides: Partial<Transfer> = {},
): Transfer => ({
  idempotencyKey: idempotencyKey,
  transferType: transferType,
  debit,
  credit,
  amount,
  effectiveDate: TEST_DAY,
  reference: idempotencyKey,
  actor: 'test',
  ...overrides,
})

/** Records an unused receipt and returns its id. */
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
 * Builds the transfers of a confirmed deposit: coin to custody and dollars to the member. The
 * coin leg carries the receipt.
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

/** Returns the transfers with the approval of a second admin. */
export async function approveTransfers(
  tx: Tx,
  list: readonly Transfer[],
  by: { proposes: string; decides: string } = { proposes: 'adm_one', decides: 'adm_two' },
  content: Readonly<Record<string, string | null>> = {},
): Promise<Transfer[]> {
  const id = createId('prp')
  const hash = await computePostingHash(tx, list)
  const contentText = JSON.stringify(content)
  const at = new Date(`${TEST_DAY}T00:00:00Z`)
  const until = new Date(`${TEST_DAY}T12:00:00Z`)

  await sql`select approvals.propose(${id}, 'capital.record', 'test', ${contentText}, ${hash},
    ${by.proposes}, 'One', ${at}, ${until})`.execute(tx)
  await sql`select approvals.decide(${id}, true, sha256(convert_to(${contentText}, 'UTF8')),
    ${by.decides}, 'Two', ${at}, null)`.execute(tx)
  await signTestApproval(tx, id, by.decides, at)

  return list.map((leg) => ({ ...leg, approval: id }))
}

/** Returns the transfers with an approval if one of their types needs it, otherwise unchanged. */
export async function approveIfNeeded(
  tx: Tx,
  list: readonly Transfer[],
): Promise<readonly Transfer[]> {
  const typesWithApproval = new Set(
    (await listPostingRules(tx))
      .filter((rule) => rule.approvalFrom !== null)
      .map((rule) => rule.transferType),
  )

  return list.some((leg) => typesWithApproval.has(leg.transferType))
    ? await approveTransfers(tx, list)
    : list
}

/** Builds the transfers of unmatched money that is later matched to a member. */
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
