import { DAY_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { parseAmount } from '#lib/money.ts'
import { formatPercentage } from '#lib/percentages.ts'
import type { Actor } from '#modules/audit/model.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { getPlanVersion } from '#modules/plans/queries.ts'
import { parsePaymentMethod } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import { PROOF_BYTES_A_DAY, TEXTS } from '../model.ts'
import { type Deposit, getDeposit, sumProofBytes } from '../queries.ts'
import { assertOpen, storeProof } from '../steps/store-proof.ts'

export type SubmitProof = {
  depositId: string
  planId?: string
  amount?: string
  method?: string
  address?: string
  /** The target return as displayed: `50%`. */
  percentage?: string
  proof?: Uint8Array
}

/**
 * Stores the proof of payment of a quote and makes the deposit pending. When the proof is uploaded
 * has no effect on the rate. A rejected proof leaves no file. Throws `missing`
 * and `no_proof` (400), `already_submitted` (409), `differs_from_quote` (422), `too_many_files`
 * (429), and what `sanitiseUpload` throws.
 */
export async function submitProof(app: App, member: Actor, input: SubmitProof): Promise<Deposit> {
  const missing = !input.planId
    ? 'selected_plan'
    : !input.method
      ? 'payment_method'
      : !input.amount && 'amount'
  if (missing) throw new DomainError('missing', 400, TEXTS.missing, missing)

  assertActive(await getMember(app.db, member.id))

  const quote = await getDeposit(app.db, member.id, input.depositId, app.clock.now())
  assertOpen(quote.status)
  const plan = await getPlanVersion(app.db, quote.planVersionId)
  assertSameAsQuote(quote, plan, input)

  if (!input.proof) throw new DomainError('no_proof', 400, TEXTS.noProof, 'payment_proof')

  await assertProofQuota(app, member.id)

  const file = await sanitiseUpload(input.proof, 'payment_proof')
  const deposit = await storeProof(app, member, { depositId: quote.id, plan, file })

  app.events.publish(toMemberAudience(member.id), 'deposits')

  return deposit
}

async function assertProofQuota({ db, clock }: App, memberId: string) {
  const since = new Date(clock.now().getTime() - DAY_MS)
  if ((await sumProofBytes(db, memberId, since)) >= PROOF_BYTES_A_DAY)
    throw new DomainError(
      'too_many_files',
      429,
      'You’ve uploaded 100 MB of proofs in the last 24 hours, so this file wasn’t saved. ' +
        'Please try again later or contact us.',
      'payment_proof',
    )
}

/** Throws `differs_from_quote` (422) if the form names anything but the quoted terms. */
function assertSameAsQuote(quote: Deposit, plan: PlanVersion, input: SubmitProof) {
  const percentage = formatPercentage(plan.targetBps).slice(0, -1)
  const createMismatchError = (field: string, what: string) =>
    new DomainError(
      'differs_from_quote',
      422,
      `The ${what} differs from your quote. Please get a new quote.`,
      field,
    )
  if (input.planId !== plan.id) throw createMismatchError('selected_plan', 'plan')
  if (parseAmount(input.amount?.trim() ?? '', 'USD') !== quote.amount)
    throw createMismatchError('amount', 'amount')
  if (parsePaymentMethod(input.method ?? '') !== quote.method)
    throw createMismatchError('payment_method', 'payment method')
  if (input.address !== undefined && input.address.trim() !== quote.address)
    throw createMismatchError('wallet_address', 'payment address')
  if (input.percentage !== undefined && input.percentage.trim().replace(/%$/, '') !== percentage)
    throw createMismatchError('interest_percentage', 'target return')
}
