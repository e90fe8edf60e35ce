import sharp from 'sharp'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { confirmDeposit } from './commands/confirm-deposit.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { submitProof } from './commands/submit-proof.ts'
import type { Deposit } from './queries.ts'

type Person = { kind: 'member'; id: string; label: string }

/** A picture as a member might upload it. */
export const proofPicture = (): Promise<Uint8Array> =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

export type TestDeposit = { planId: string; amount: string; method?: string }

/** A deposit whose proof was uploaded in time. */
export async function pendingDeposit(
  app: App,
  member: Person,
  given: TestDeposit,
): Promise<Deposit> {
  const wanted = { method: 'USDT', ...given }
  const quote = await quoteDeposit(app, member, wanted)

  return await submitProof(app, member, {
    ...wanted,
    depositId: quote.id,
    proof: await proofPicture(),
  })
}

/** A deposit that arrived as quoted and was confirmed. */
export async function completedDeposit(app: App, member: Person, admin: Staff, given: TestDeposit) {
  const { id } = await pendingDeposit(app, member, given)
  return await confirmDeposit(app, admin, { depositId: id })
}
