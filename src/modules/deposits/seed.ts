import sharp from 'sharp'
import { invariant } from '#lib/invariant.ts'
import { parseAmount } from '#lib/money.ts'
import { simulateSettledPayment } from '#modules/chains/commands/simulate-settled-payment.ts'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { isSimulatedChain } from '#modules/chains/queries.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import type { PlanFamily } from '#modules/plans/model.ts'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import { getDefaultChain, type PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { confirmDeposit } from './commands/confirm-deposit.ts'
import { matchPayments } from './commands/match-payments.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { rejectDeposit } from './commands/reject-deposit.ts'
import { submitProof } from './commands/submit-proof.ts'
import { isUnpaid } from './model.ts'
import { type Deposit, getAnyDeposit, getDeposit, listDeposits } from './queries.ts'

/** Returns the app with its clock at an instant of the sample data. */
type AppAtInstant = (instant: string) => App

export type SampleDeposit = {
  quoted: string
  /** The time a proof of payment was uploaded. */
  proved?: string
  /** The time the chain showed the payment. */
  paid?: string
  /** The time it was decided; undecided without. */
  decided?: string
  family: PlanFamily
  plan: string
  amount: string
  method: PaymentMethodCode
  /** The amount that was paid, if it isn't the quoted coin. */
  received?: string
  /** Why it was rejected; confirmed without. */
  rejected?: string
}

/**
 * Creates one sample deposit by the commands at its dates. A deposit of an earlier run is continued
 * from its state.
 */
export async function seedDeposit(
  at: AppAtInstant,
  member: Member,
  admins: { first: Admin; second: Admin },
  sample: SampleDeposit,
): Promise<void> {
  const { quoted, amount, method } = sample
  const planId = await getPlanId(at(quoted), sample)
  let deposit = await findQuoted(at(quoted), member)

  deposit ??= await quoteDeposit(at(quoted), member, { planId, amount, method })
  if (isUnpaid(deposit.status)) await payDeposit(at, member, deposit, sample)

  if (sample.decided) await decideDeposit(at(sample.decided), admins, deposit.id, sample)
}

/** Shows a payment on its simulated chain, or a proof of one that the chain doesn't show. */
async function payDeposit(
  at: AppAtInstant,
  member: Member,
  { id: depositId, planVersionId: planId, coin, coinAmount, address }: Deposit,
  { quoted, proved, paid, amount, method, received }: SampleDeposit,
): Promise<void> {
  const chain = getDefaultChain(method)
  const isSimulated = isSimulatedChain(at(quoted), chain)
  const provedAt = proved ?? (isSimulated ? undefined : paid)
  if (provedAt) {
    const proof = await samplePicture()
    await submitProof(at(provedAt), member, { depositId, planId, amount, method, proof })
  }
  if (!paid || !isSimulated) return

  const app = at(paid)
  const units = received ? parseAmount(received, coin) : coinAmount
  invariant(units, 'a sample payment has an amount')
  await simulateSettledPayment(app, { chain, coin, address, units })
  await watchChain(app, chain)
  await matchPayments(app)
}

async function decideDeposit(
  app: App,
  { first, second }: { first: Admin; second: Admin },
  depositId: string,
  { rejected, received, method }: SampleDeposit,
): Promise<void> {
  const { status } = await getAnyDeposit(app.db, depositId, app.clock.now())
  if (status !== 'pending') return
  if (rejected) return await rejectDeposit(app, first, { depositId, reason: rejected })

  const chain = getDefaultChain(method)
  const isSimulated = isSimulatedChain(app, chain)
  // evidence counts while the providers' last answers are new
  if (isSimulated) await watchChain(app, chain)

  const input = { depositId, ...(received && !isSimulated && { received }) }
  const confirmed = await confirmDeposit(app, first, input)
  if (confirmed.status === 'pending') await confirmDeposit(app, second, input)
}

async function getPlanId(app: App, { family, plan }: SampleDeposit): Promise<string> {
  const offered = await listPublishedPlans(app.db, app.clock.today())
  const found = offered.find((one) => one.family === family && one.name === plan)
  invariant(found, `the sandbox offers ${family} ${plan}`)
  return found.id
}

async function findQuoted(app: App, member: Member): Promise<Deposit | undefined> {
  const now = app.clock.now()
  const mine = await listDeposits(app.db, now, { memberId: member.id })
  const found = mine.find((deposit) => deposit.createdAt.getTime() === now.getTime())
  return found && (await getDeposit(app.db, member.id, found.id, now))
}

/** A proof as a wallet might show it, plainly a sample. */
const samplePicture = (): Promise<Uint8Array> => sharp(Buffer.from(SAMPLE)).png().toBuffer()

const SAMPLE = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">
  <rect width="480" height="320" fill="#f6f4ee"/>
  <rect x="32" y="32" width="416" height="256" rx="12" fill="#ffffff" stroke="#d9d5c9"/>
  <circle cx="240" cy="110" r="34" fill="#0f5c43"/>
  <path d="M224 110l12 12 22-24" fill="none" stroke="#ffffff" stroke-width="6"/>
  <g font-family="sans-serif" text-anchor="middle">
    <text x="240" y="190" font-size="22" fill="#14211b">Sample payment sent</text>
    <text x="240" y="224" font-size="15" fill="#55625b">Sandbox: all money here is simulated</text>
  </g>
</svg>`
