import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { recordObservedPayment } from '#modules/deposits/commands/record-observed-payment.ts'
import { applySettingChanges } from '#modules/settings/commands/apply-setting-changes.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { moveClock, type Numbers, type World } from './world.ts'

const MINUTE_MS = 60_000
const HOURS = [1, 3, 8, 13, 23, 25, 49] as const
/** Never a whole hour: the end of a window is the same for the test and for the database. */
const ODD_MINUTES = 7

const nth = <Item>(list: readonly Item[], n: number) => list[n % list.length]

export const REQUEST = 'a mule requests a withdrawal'
export const DEPOSIT = 'a mule deposits'
export const FREEZE = 'the ledger is frozen'

/** What accomplices, the jobs and time do around the rogues, by how often it comes up. */
export const WORLD_EVENTS: Readonly<Record<string, number>> = {
  'hours pass': 14,
  [REQUEST]: 14,
  [DEPOSIT]: 6,
  'the jobs run': 3,
  [FREEZE]: 1,
}

const REQUESTED = ['2500', '4000', '9999.99', '9999.99', '10000', '30000'] as const

async function requestAny({ server, mules }: World, n: Numbers) {
  const member = nth(mules, n[0])
  if (!member) return
  const amount = nth(REQUESTED, n[1]) ?? ''
  await requestWithdrawal(server.app, member, { amount, method: 'USDT', address: TEST_ADDRESS })
}

async function depositAny({ server, mules, plan, honest }: World, n: Numbers) {
  const member = nth(mules, n[0])
  if (!member) return
  const quote = await quoteDeposit(server.app, member, {
    planId: plan.id,
    amount: '1500',
    method: 'USDT',
  })
  await recordObservedPayment(server.app, honest, {
    depositId: quote.id,
    arrivedAt: server.clock.now().toISOString(),
    evidence: 'The statement of the bank.',
  })
}

export async function runWorldEvent(world: World, event: string, n: Numbers) {
  if (event === 'hours pass')
    await moveClock(world, ((nth(HOURS, n[1]) ?? 1) * 60 + ODD_MINUTES) * MINUTE_MS)
  if (event === REQUEST) await requestAny(world, n)
  if (event === DEPOSIT) await depositAny(world, n)
  if (event === 'the jobs run') await applySettingChanges(world.server.app)
  if (event === FREEZE)
    await world.server.database.pool.query("select ledger.freeze_ledger('a test', $1)", [
      world.server.clock.now(),
    ])
}
