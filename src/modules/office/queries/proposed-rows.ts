import { amountText, type Currency } from '#lib/money.ts'
import { type Proposal, type StaffAct, stateOf } from '#modules/approvals/model.ts'
import { currencyOf, type Transfer } from '#modules/ledger/model.ts'
import { listApproved } from '#modules/ledger/queries.ts'
import {
  incomeOf,
  incomeTransfers,
  lossOf,
  lossShares,
  lossTransfers,
} from '#modules/plans/model.ts'
import { listOpenPrincipal } from '#modules/plans/queries.ts'
import { movementOf, transfersOf } from '#modules/treasury/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import { adjustmentOf, adjustmentTransfer } from '../model.ts'

/** Of a loss that many bear, so many rows are shown; the others are counted. */
const MOST_SHOWN = 60

type Row = { seq: string | null; debit: string; credit: string; currency: Currency; amount: string }
export type ProposedRows = { rows: Row[]; more: number }

type By = { on: string; actor: string }
type ToPost = (reader: Reader, proposal: Proposal, by: By) => Promise<Transfer[]> | Transfer[]

const movement: ToPost = (_reader, { id, content }, by) =>
  transfersOf(movementOf(content), { id, ...by })

/**
 * What agreeing posts, by the same rules that post it; acts that aren't here post nothing by being
 * agreed to.
 */
const POSTED_BY: Partial<Record<StaffAct, ToPost>> = {
  'capital.record': movement,
  'promotion.fund': movement,
  'assets.record': movement,
  'suspense.match': movement,
  'suspense.refund': movement,
  'custody.move': movement,
  'custody.convert': movement,
  'network-fee.record': movement,
  'balance.adjust': (_reader, { content }, by) => [adjustmentTransfer(adjustmentOf(content), by)],
  'income.record': (_reader, { content }, by) => incomeTransfers(incomeOf(content), by),
  'loss.record': lossRows,
}

/**
 * By the positions of now; nothing where they hold less than was lost, which can't be carried out.
 */
async function lossRows(reader: Reader, { content }: Proposal, by: By): Promise<Transfer[]> {
  const loss = lossOf(content)
  const positions = await listOpenPrincipal(reader, loss.planId)
  const invested = positions.reduce((sum, { remaining }) => sum + remaining, 0n)
  return loss.cents > invested ? [] : lossTransfers(loss, lossShares(positions, loss.cents), by)
}

/**
 * The rows of the journal that agreeing to a proposal will post, or that it has posted; none of
 * what was refused.
 */
export async function proposedRows(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  proposal: Proposal,
): Promise<ProposedRows> {
  const state = stateOf(proposal, clock.now())
  if (state === 'approved') return await postedRows(db, proposal.id)
  if (state !== 'waiting') return { rows: [], more: 0 }

  const toPost = POSTED_BY[proposal.act]
  const transfers = (await toPost?.(db, proposal, { on: clock.today(), actor: '' })) ?? []
  const rows = transfers.slice(0, MOST_SHOWN).map(({ debit, credit, amount }) => {
    const currency = currencyOf(debit)
    return { seq: null, debit, credit, currency, amount: amountText(amount, currency) }
  })

  return { rows, more: transfers.length - rows.length }
}

async function postedRows(db: Reader, approval: string): Promise<ProposedRows> {
  const { entries, count } = await listApproved(db, approval, MOST_SHOWN)
  const rows = entries.map(({ seq, debit, credit, currency, amount }) => ({
    debit,
    credit,
    currency,
    amount: amountText(amount, currency),
    seq: seq === null ? null : String(seq),
  }))

  return { rows, more: count - rows.length }
}
