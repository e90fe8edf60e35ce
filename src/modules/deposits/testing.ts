import sharp from 'sharp'
import { invariant } from '#lib/invariant.ts'
import { isTronAddress } from '#lib/tron-address.ts'
import { simulateBlocks } from '#modules/chains/commands/simulate-blocks.ts'
import { simulatePayment } from '#modules/chains/commands/simulate-payment.ts'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { watchTestAddress } from '#modules/chains/testing.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { confirmDeposit } from './commands/confirm-deposit.ts'
import { matchPayments } from './commands/match-payments.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { submitProof } from './commands/submit-proof.ts'
import { listUnmatchedPayments } from './queries/unmatched-payments.ts'
import type { Deposit } from './queries.ts'
import type { ConfirmDeposit } from './steps/compute-confirmed-credit.ts'

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

type PaidDeposit = Pick<Deposit, 'coin' | 'coinAmount' | 'address'>

const CHAIN_OF = { BTC: 'bitcoin', ETH: 'ethereum', USDT: 'ethereum' } as const

const getChain = ({ coin, address = '' }: Pick<PaidDeposit, 'coin'> & { address?: string }) =>
  coin === 'USDT' && isTronAddress(address) ? 'tron' : CHAIN_OF[coin]

/**
 * Pays a deposit on the simulated chain, the quoted coin by default, and matches the payment.
 * Returns its transaction id.
 */
export async function payOnChain(
  app: TestClockApp,
  deposit: PaidDeposit,
  { units = deposit.coinAmount, blocks = 0 }: { units?: bigint; blocks?: number } = {},
): Promise<string> {
  const { coin, address } = deposit
  const chain = getChain(deposit)
  await watchTestAddress(app, { chain, coin, address })
  const txid = await simulatePayment(app, { chain, coin, address, units })
  await followChain(app, deposit, blocks)
  return txid
}

/** Mines blocks, lets the providers observe them, and matches what they show. */
export async function followChain(
  app: TestClockApp,
  deposit: Pick<Deposit, 'coin'> & { address?: string },
  blocks = 0,
): Promise<void> {
  const chain = getChain(deposit)
  if (blocks > 0) await simulateBlocks(app, chain, blocks)
  app.clock.advance(OBSERVED_AFTER_MS)
  await watchChain(app, chain)
  await matchPayments(app)
}

const OBSERVED_AFTER_MS = 5_000

type TestClockApp = App & { clock: { advance(milliseconds: number): void } }

/** Confirms a deposit by one admin and, where it needs the approval of another, by the second. */
export async function confirmByTwo(
  app: App,
  [first, second]: [Staff, Staff],
  input: ConfirmDeposit,
): Promise<Deposit> {
  const deposit = await confirmDeposit(app, first, input)
  return deposit.status === 'pending' ? await confirmDeposit(app, second, input) : deposit
}

type UnmatchedPayment = { deposit: Deposit; txid: string; paymentId: string }

/** Pays a deposit, confirms it and pays it again, so that the second payment belongs to none. */
export async function payTwice(
  app: TestClockApp,
  admin: Staff,
  member: Person,
  planId: string,
): Promise<UnmatchedPayment> {
  const deposit = await quoteDeposit(app, member, { planId, amount: '1000', method: 'BITCOIN' })
  await payOnChain(app, deposit, { blocks: 3 })
  await confirmDeposit(app, admin, { depositId: deposit.id })

  const txid = await payOnChain(app, deposit, { blocks: 3 })
  return { deposit, txid, paymentId: await getUnmatchedId(app, txid) }
}

/** Returns the id of a payment that belongs to no deposit. */
export async function getUnmatchedId({ db }: Pick<App, 'db'>, txid: string): Promise<string> {
  const unmatched = (await listUnmatchedPayments(db)).find((payment) => payment.txid === txid)
  invariant(unmatched, 'the payment belongs to no deposit')
  return unmatched.id
}
