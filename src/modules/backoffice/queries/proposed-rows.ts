import { type Currency, formatAmount } from '#lib/money.ts'
import { computeProposalState, type Permission, type Proposal } from '#modules/approvals/model.ts'
import { getAccountCurrency, type Transfer } from '#modules/ledger/model.ts'
import { listApproved } from '#modules/ledger/queries.ts'
import {
  buildIncomeTransfers,
  buildLossTransfers,
  computeLossShares,
  parseIncome,
  parseLoss,
} from '#modules/plans/model.ts'
import { listOpenPrincipal } from '#modules/plans/queries.ts'
import { buildMovementTransfers, parseMovement } from '#modules/treasury/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { buildAdjustmentTransfer, parseAdjustment } from '../model.ts'

/** Of a loss that many bear, so many rows are shown; the others are counted. */
const MOST_SHOWN = 60

type Row = { seq: string | null; debit: string; credit: string; currency: Currency; amount: string }
export type ProposedRows = { rows: Row[]; more: number }

type PostingContext = { on: string; actor: string }
type ToPost = (
  reader: Reader,
  proposal: Proposal,
  by: PostingContext,
) => Promise<Transfer[]> | Transfer[]

const buildProposedMovementTransfers: ToPost = (_reader, { id, content }, by) =>
  buildMovementTransfers(parseMovement(content), { id, ...by })

/**
 * What agreeing posts, by the same rules that post it; acts that aren't here post nothing by being
 * agreed to.
 */
const POSTED_BY: Partial<Record<Permission, ToPost>> = {
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
  'loss.record': buildProposedLossTransfers,
}

/**
 * By the positions of now; nothing where they hold less than was lost, which can't be carried out.
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
 * The rows of the journal that agreeing to a proposal will post, or that it has posted; none of
 * what was refused.
 */
export async function listProposedRows(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  proposal: Proposal,
): Promise<ProposedRows> {
  const state = computeProposalState(proposal, clock.now())
  if (state === 'approved') return await listPostedRows(db, proposal.id)
  if (state !== 'waiting') return { rows: [], more: 0 }

  const toPost = POSTED_BY[proposal.permission]
  const transfers = (await toPost?.(db, proposal, { on: clock.today(), actor: '' })) ?? []
  const rows = transfers.slice(0, MOST_SHOWN).map(({ debit, credit, amount }) => {
    const currency = getAccountCurrency(debit)
    return { seq: null, debit, credit, currency, amount: formatAmount(amount, currency) }
  })

  return { rows, more: transfers.length - rows.length }
}

async function listPostedRows(db: Reader, approval: string): Promise<ProposedRows> {
  const { entries, count } = await listApproved(db, approval, MOST_SHOWN)
  const rows = entries.map(({ seq, debit, credit, currency, amount }) => ({
    debit,
    credit,
    currency,
    amount: formatAmount(amount, currency),
    seq: seq === null ? null : String(seq),
  }))

  return { rows, more: count - rows.length }
}
