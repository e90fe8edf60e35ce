import sharp from 'sharp'
import { invariant } from '#lib/invariant.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import type { PlanFamily } from '#modules/plans/model.ts'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { confirmDeposit } from './commands/confirm-deposit.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { rejectDeposit } from './commands/reject-deposit.ts'
import { submitProof } from './commands/submit-proof.ts'
import { type Deposit, getDeposit, listDeposits } from './queries.ts'

/** Returns the app with its clock at an instant of the sample data. */
type AppAtInstant = (instant: string) => App

export type SampleDeposit = {
  /** When the quote was taken, when the proof came, and when it was decided; undecided without. */
  quoted: string
  proved?: string
  decided?: string
  family: PlanFamily
  plan: string
  amount: string
  method: PaymentMethodCode
  /** The received amount, if it isn't the quoted coin. */
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
  const planId = await getPlanId(at(sample.quoted), sample)
  const { quoted, proved, decided, amount, method, received } = sample
  let deposit = await findQuoted(at(quoted), member)

  deposit ??= await quoteDeposit(at(quoted), member, { planId, amount, method })

  const isOpen = deposit.status === 'awaiting_payment' || deposit.status === 'expired'
  if (proved && isOpen) {
    const proof = await samplePicture()
    deposit = await submitProof(at(proved), member, {
      depositId: deposit.id,
      planId,
      amount,
      method,
      proof,
    })
  }

  if (!decided || deposit.status !== 'pending') return

  const then = at(decided)
  const depositId = deposit.id

  if (sample.rejected)
    return await rejectDeposit(then, admins.first, { depositId, reason: sample.rejected })

  const input = { depositId, ...(received ? { received } : {}) }
  const confirmed = await confirmDeposit(then, admins.first, input)
  if (confirmed.status === 'pending') await confirmDeposit(then, admins.second, input)
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
