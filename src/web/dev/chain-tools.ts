import type { Hono } from 'hono'
import { z } from 'zod'
import { DomainError } from '#lib/errors.ts'
import { parseAmount } from '#lib/money.ts'
import { simulateBlocks } from '#modules/chains/commands/simulate-blocks.ts'
import { simulateDoubleSpend } from '#modules/chains/commands/simulate-double-spend.ts'
import { simulateDrop } from '#modules/chains/commands/simulate-drop.ts'
import {
  type SimulatePaymentInput,
  simulatePayment,
} from '#modules/chains/commands/simulate-payment.ts'
import { simulateReorganisation } from '#modules/chains/commands/simulate-reorganisation.ts'
import { simulateReplacement } from '#modules/chains/commands/simulate-replacement.ts'
import { listSimulatedChains } from '#modules/chains/queries.ts'
import { type Deposit, getAnyDeposit, listDeposits } from '#modules/deposits/queries.ts'
import { followPayouts } from '#modules/withdrawals/commands/follow-payouts.ts'
import type { App } from '#platform/app.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { readBody } from '#platform/http/body.ts'
import { openBodyPlace } from '#platform/http/large-bodies.ts'
import { assertSameOrigin } from '#platform/http/request-sanity.ts'
import { blocks, depositPayment, parse, payment, transaction } from './chain-tool-inputs.ts'
import { describeDeposit, getDepositChain, SHOWN_DEPOSITS } from './simulated-deposits.ts'

const SECOND_MS = 1_000
const TENTH = 10n
/**
 * The addresses that a replacement and a double spend pay instead: addresses that belong to no
 * member.
 */
const ELSEWHERE = {
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ETH: '0x000000000000000000000000000000000000dEaD',
  USDT: '0x000000000000000000000000000000000000dEaD',
} as const

/**
 * Mounts the sandbox's calls that change its simulated chains. Each checks the open payouts, and
 * answers what `/dev/chain.json` does: the deposits that wait for a payment, and each chain's
 * mempool and newest blocks.
 */
export function mountChainTools(http: Hono<HttpEnv>, app: App): void {
  const mount = <Input>(path: string, schema: z.ZodType<Input>, run: (input: Input) => unknown) =>
    http.post(path, async (c) => {
      assertSameOrigin(c.req.raw, app.config.PUBLIC_URL)
      const body = await readBody(c.req.raw, false, openBodyPlace(c.get('request').ip))
      await run(parse(schema, body))
      // the job does this each minute
      await followPayouts(app).catch(() => undefined)
      return c.json(await readState(app))
    })

  http.get('/dev/chain.json', async (c) => c.json(await readState(app)))
  mount('/dev/chain/pay', z.union([depositPayment, payment]), (input) =>
    'deposit' in input ? payDeposit(app, input) : payAddress(app, input),
  )
  mount('/dev/chain/mine', blocks, (input) => simulateBlocks(app, input.chain, input.blocks))
  mount('/dev/chain/reorganise', blocks, (input) =>
    simulateReorganisation(app, input.chain, input.blocks),
  )
  mount('/dev/chain/drop', transaction, (input) => simulateDrop(app, input.chain, input.txid))
  mount('/dev/chain/replace', transaction, async (input) =>
    simulateReplacement(app, { ...input, outputs: await payElsewhere(app, input) }),
  )
  mount('/dev/chain/double-spend', transaction, async (input) =>
    simulateDoubleSpend(app, { ...input, outputs: await payElsewhere(app, input) }),
  )
}

async function readState({ db, clock }: App) {
  const now = clock.now()
  const limit = SHOWN_DEPOSITS
  const open = await listDeposits(db, now, { limit, status: 'awaiting_payment' })
  const expired = await listDeposits(db, now, { limit, status: 'expired' })

  return {
    deposits: [...open, ...expired].map(describeDeposit),
    chains: await listSimulatedChains(db),
  }
}

/** A late payment appears when the quote has ended; one that has ended is paid at once. */
async function payDeposit(app: App, input: z.infer<typeof depositPayment>): Promise<void> {
  const now = app.clock.now()
  const deposit = await getAnyDeposit(app.db, input.deposit, now)
  const due = deposit.coinAmount
  const part = due / TENTH > 0n ? due / TENTH : 1n

  if (input.kind === 'short') return await pay(app, deposit, due - part)
  if (input.kind === 'over') return await pay(app, deposit, due + part)
  if (input.kind === 'double') await pay(app, deposit, due)

  const afterQuote = new Date(deposit.expiresAt.getTime() + SECOND_MS)
  await pay(app, deposit, due, input.kind === 'late' && afterQuote > now ? afterQuote : now)
}

async function pay(app: App, deposit: Deposit, units: bigint, sentAt?: Date): Promise<void> {
  if (units <= 0n)
    throw new DomainError('validation', 400, 'This amount is too small for a payment.', 'kind')
  const { coin, address } = deposit
  const input: SimulatePaymentInput = { chain: getDepositChain(deposit), coin, address, units }
  await simulatePayment(app, sentAt ? { ...input, sentAt } : input)
}

async function payAddress(app: App, input: z.infer<typeof payment>): Promise<void> {
  const units = parseAmount(input.amount, input.coin)
  if (units === null || units <= 0n)
    throw new DomainError('validation', 400, 'Please enter an amount above zero.', 'amount')
  await simulatePayment(app, { ...input, units })
}

/** Returns the outputs of a transaction, paid to other addresses. */
async function payElsewhere(app: App, input: z.infer<typeof transaction>) {
  const [provider] = app.chains[input.chain]
  const found = await provider?.findTransaction(input.txid)
  if (!found)
    throw new DomainError('not_found', 404, 'This transaction isn’t on the chain.', 'txid')
  return found.transfers.map(({ coin, units }) => ({ coin, units, address: ELSEWHERE[coin] }))
}
