import sharp from 'sharp'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { type ConfirmDeposit, confirmDeposit } from './commands/confirm-deposit.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { submitProof } from './commands/submit-proof.ts'
import type { Deposit } from './queries.ts'

type Person = { kind: 'member'; id: string; label: string }

/** A picture as a member might upload it. */
export const createProofPicture = (): Promise<Uint8Array> =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

export type TestDeposit = { planId: string; amount: string; method?: string }

/** A deposit whose proof was uploaded in time. */
export async function createPendingDeposit(
  app: App,
  member: Person,
  input: TestDeposit,
): Promise<Deposit> {
  const quoteInput = { method: 'USDT', ...input }
  const quote = await quoteDeposit(app, member, quoteInput)

  return await submitProof(app, member, {
    ...quoteInput,
    depositId: quote.id,
    proof: await createProofPicture(),
  })
}

/** A deposit that arrived as quoted and was confirmed. */
export async function createCompletedDeposit(
  app: App,
  member: Person,
  admin: Staff,
  input: TestDeposit,
) {
  const { id } = await createPendingDeposit(app, member, input)
  return await confirmDeposit(app, admin, { depositId: id })
}

/** Confirms a deposit by one admin and, where it needs the approval of another, by the second. */
export async function confirmByTwo(
  app: App,
  [first, second]: [Staff, Staff],
  input: ConfirmDeposit,
): Promise<Deposit> {
  const deposit = await confirmDeposit(app, first, input)
  return deposit.status === 'pending' ? await confirmDeposit(app, second, input) : deposit
}
