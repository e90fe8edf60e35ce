import { isIssued } from '#modules/chains/queries.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import { listHoldChecks } from '#modules/transaction-monitoring/queries.ts'
import type { App } from '#platform/app.ts'
import { buildDepositChecks, findEvidenceProblem, isFarFromQuote } from '../model.ts'
import { checkPayments } from '../queries/payment-checks.ts'
import { type Deposit, listSameProof } from '../queries.ts'
import type { Credit } from './credit.ts'

/** Returns the checks before a deposit is confirmed. */
export async function loadChecks(app: App, deposit: Deposit, credit: Credit) {
  const { id, method, proofType: type, proofBytes: bytes } = deposit
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), method)

  const checks = buildDepositChecks({
    ...deposit,
    arrivedAt: credit.arrivedAt,
    deviates: isFarFromQuote(credit.received, deposit),
    now: app.clock.now(),
    addressIsCurrent: terms.source
      ? await isIssued(app.db, deposit)
      : terms.address === deposit.address,
    proof: type && bytes ? { type, bytes } : null,
    sameProof: await listSameProof(app.db, id),
    chain: await checkChain(app, credit),
  })

  return [...(deposit.status === 'pending' ? await listHoldChecks(app.db, deposit) : []), ...checks]
}

/** Returns what the chain shows of a credit, and why it can't be credited yet. */
async function checkChain(app: App, { payments, credited: cents }: Credit) {
  const simulated = app.config.MODE === 'sandbox'
  if (payments.length === 0) return { simulated, confirmed: null, problem: null }

  const checks = [
    ...(
      await checkPayments(
        app.db,
        payments.map(({ id }) => ({ id, cents })),
      )
    ).values(),
  ]
  const [weakest] = checks.toSorted((one, other) => one.confirmations - other.confirmations)
  const confirmed = weakest && `${weakest.confirmations} confirmations`
  const problem = findEvidenceProblem(checks, app.clock.now())

  return {
    simulated,
    confirmed: confirmed ?? null,
    problem: problem?.message.replace(' Nothing was credited.', '') ?? null,
  }
}
