import { DomainError } from '#lib/errors.ts'
import { simulatePayment } from '#modules/chains/commands/simulate-payment.ts'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { creditAutomatically } from '#modules/deposits/commands/credit-automatically.ts'
import { matchPayments } from '#modules/deposits/commands/match-payments.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { receiveUnmatched } from '#modules/deposits/commands/receive-unmatched.ts'
import { requestRefund } from '#modules/deposits/commands/request-refund.ts'
import { followChain, payOnChain, payTwice } from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const REFUND_ADDRESS = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'

async function createQuote({ app, planId }: ScenarioContext) {
  const { member } = await createTestMember(app)
  const quote = await quoteDeposit(app, member, { planId, amount: '1000', method: 'BITCOIN' })
  return { member, quote }
}

/** A second payment to a deposit that was credited. */
async function createUnmatched({ app, ines, planId }: ScenarioContext) {
  const { member } = await createTestMember(app)
  const { paymentId } = await payTwice(app, ines, member, planId)
  return { member, paymentId }
}

/**
 * A job logs what it can't do and leaves it to its next run: here it fails unless it has done what
 * was waiting.
 */
const doing = (job: (app: App) => Promise<number>) => async (on: App) => {
  if ((await job(on)) === 0) throw new DomainError('left', 409, 'It was left to the next run.')
}

/** Sets the limit in cents as two admins would have. */
async function setAutomaticLimit({ owner }: ScenarioContext, cents: string) {
  await owner.query('alter table setting disable trigger user')
  await owner.query(
    `insert into setting (name, value, changed_by, changed_at)
      values ('deposits', jsonb_build_object('automaticUpTo', $1::text), 'Ruth', now())
      on conflict (name) do update set value = excluded.value`,
    [cents],
  )
  await owner.query('alter table setting enable trigger user')
}

export const scenarios: Scenario[] = [
  {
    command: 'deposits/match-payments',
    prepare: async (context) => {
      const { app } = context
      const { quote } = await createQuote(context)
      await followChain(app, quote) // what others have paid
      const { coin, address, coinAmount: units } = quote
      await simulatePayment(app, { chain: 'bitcoin', coin, address, units })
      app.clock.advance(5_000)
      await watchChain(app, 'bitcoin')
      return { run: doing(matchPayments) }
    },
  },
  {
    command: 'deposits/credit-automatically',
    prepare: async (context) => {
      const { app } = context
      await setAutomaticLimit(context, '100000')
      const { quote } = await createQuote(context)
      await followChain(app, quote, 6)
      await creditAutomatically(app) // what others have paid
      await payOnChain(app, quote, { blocks: 6 })
      return { run: doing(creditAutomatically) }
    },
    finish: (context) => setAutomaticLimit(context, '0'),
  },
  {
    command: 'deposits/receive-unmatched',
    prepare: async (context) => {
      const { paymentId } = await createUnmatched(context)
      return { run: (on) => receiveUnmatched(on, context.ines, { paymentId }) }
    },
  },
  {
    command: 'deposits/request-refund',
    prepare: async (context) => {
      const { member, paymentId } = await createUnmatched(context)
      const input = { paymentId, address: REFUND_ADDRESS }
      return { run: (on) => requestRefund(on, member, input) }
    },
  },
]
