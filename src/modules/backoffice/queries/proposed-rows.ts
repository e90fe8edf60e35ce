import { type Currency, formatAmount } from '#lib/money.ts'
import { computeProposalState, type Permission, type Proposal } from '#modules/approvals/model.ts'
import { buildConfirmedTransfers, buildReversalTransfers } from '#modules/deposits/model.ts'
import { parseApprovedCredit, parseApprovedReversal } from '#modules/deposits/queries.ts'
import { getAccountCurrency, type Transfer } from '#modules/ledger/model.ts'
import { listApproved } from '#modules/ledger/queries.ts'
import {
  buildIncomeReversalTransfers,
  buildIncomeTransfers,
  buildLossTransfers,
  computeLossShares,
  parseIncome,
  parseLoss,
} from '#modules/plans/model.ts'
import { listOpenPrincipal, parseIncomeReversal } from '#modules/plans/queries.ts'
import { buildMovementTransfers, parseMovement } from '#modules/treasury/model.ts'
import { buildReversalTransfers as buildPayoutReversal } from '#modules/withdrawals/model.ts'
import { parseWithdrawalReversal } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { buildAdjustmentTransfer, parseAdjustment } from '../model.ts'

/** The number of rows returned; further ones are counted. */
const MAX_ROWS = 60

type Row = { seq: string | null; debit: string; credit: string; currency: Currency; amount: string }
export type ProposedRows = { rows: Row[]; more: number }

type PostingContext = { on: string; actor: string }
type TransferBuilder = (
  reader: Reader,
  proposal: Proposal,
  by: PostingContext,
) => Promise<Transfer[]> | Transfer[]

const buildProposedMovementTransfers: TransferBuilder = (_reader, { id, content }, by) =>
  buildMovementTransfers(parseMovement(content), { id, ...by })

/**
 * The functions that build the transfers of an approved proposal, shared with the steps that post
 * them. Permissions without an entry post nothing on approval.
 */
const TRANSFER_BUILDERS: Partial<Record<Permission, TransferBuilder>> = {
  'deposit.confirm': (_reader, { subjectId, content }, by) =>
    buildConfirmedTransfers(subjectId, parseApprovedCredit(content), by),
  'deposit.reverse': (_reader, { subjectId, content }, by) =>
    buildReversalTransfers(subjectId, parseApprovedReversal(content), by),
  'withdrawal.reverse': (_reader, { subjectId, content }, by) =>
    buildPayoutReversal(subjectId, parseWithdrawalReversal(content), by),
  'capital.record': buildProposedMovementTransfers,
  'promotion.fund': buildProposedMovementTransfers,
  'assets.record': buildProposedMovementTransfers,
  'suspense.match': buildProposedMovementTransfers,
  'suspense.refund': buildProposedMovementTransfers,
  'custody.move': buildProposedMovementTransfers,
  'custody.convert': buildProposedMovementTransfers,
  'network-fee.record': buildProposedMovementTransfers,
  'balance.adjust': (_reader, { content }, by) => [
    buildAdjustmentTransfer(parseAdjustment(content), by),
  ],
  'income.record': (_reader, { content }, by) => buildIncomeTransfers(parseIncome(content), by),
  'income.reverse': (_reader, { content }, by) =>
    buildIncomeReversalTransfers(parseIncomeReversal(content), by),
  'loss.record': buildProposedLossTransfers,
}

/**
 * Builds the loss transfers by the current positions. Returns none when the loss exceeds the
 * invested amount, because such a loss can't be posted.
 */
async function buildProposedLossTransfers(
  reader: Reader,
  { content }: Proposal,
  by: PostingContext,
): Promise<Transfer[]> {
  const loss = parseLoss(content)
  const positions = await listOpenPrincipal(reader, loss.planId)
  const invested = positions.reduce((sum, { remaining }) => sum + remaining, 0n)
  return loss.cents > invested
    ? []
    : buildLossTransfers(loss, computeLossShares(positions, loss.cents), by)
}

/**
 * Returns the journal rows that approving a proposal will post or has posted; none for a rejected
 * or expired proposal.
 */
export async function listProposedRows(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  proposal: Proposal,
): Promise<ProposedRows> {
  const state = computeProposalState(proposal, clock.now())
  if (state === 'approved') return await listPostedRows(db, proposal.id)
  if (state !== 'waiting') return { rows: [], more: 0 }

  const buildTransfers = TRANSFER_BUILDERS[proposal.permission]
  const transfers = (await buildTransfers?.(db, proposal, { on: clock.today(), actor: '' })) ?? []
  const rows = transfers.slice(0, MAX_ROWS).map(({ debit, credit, amount }) => {
    const currency = getAccountCurrency(debit)
    return { seq: null, debit, credit, currency, amount: formatAmount(amount, currency) }
  })

  return { rows, more: transfers.length - rows.length }
}

async function listPostedRows(db: Reader, approval: string): Promise<ProposedRows> {
  const { entries, count } = await listApproved(db, approval, MAX_ROWS)
  const rows = entries.map(({ seq, debit, credit, currency, amount }) => ({
    debit,
    credit,
    currency,
    amount: formatAmount(amount, currency),
    seq: seq === null ? null : String(seq),
  }))

  return { rows, more: count - rows.length }
}
