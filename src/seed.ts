import { type SampleDeposit, seedDeposit } from '#modules/deposits/seed.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { at, seedPeople } from '#modules/identity/seed.ts'
import { seedPlans } from '#modules/plans/seed.ts'
import { type SampleWithdrawal, seedWallets, seedWithdrawal } from '#modules/withdrawals/seed.ts'
import type { App } from '#platform/app.ts'
import type { Config } from '#platform/config.ts'
import { openApp } from './app.ts'

/** From BIP 173 and EIP 55: well formed, known to everybody as samples, and nobody's. */
const BITCOIN = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
const ETHEREUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const toUsdt = { method: 'USDT', address: ETHEREUM } as const

type Step = { deposit: SampleDeposit } | { withdrawal: SampleWithdrawal }

/** What Maya did since she signed up in February, in the order in which she did it. */
const STORY: readonly Step[] = [
  {
    deposit: {
      ...{ family: 'real_estate', plan: 'PLATINUM', amount: '12000', method: 'ETHERIUM' },
      ...{ quoted: '2026-03-02T10:04:00Z', proved: '2026-03-02T10:11:00Z', decided: '2026-03-02T13:20:00Z' },
    },
  },
  {
    deposit: {
      ...{ family: 'crypto', plan: 'BASIC', amount: '2000', method: 'BITCOIN' },
      ...{ quoted: '2026-05-04T18:30:00Z', proved: '2026-05-04T18:42:00Z', decided: '2026-05-11T09:05:00Z' },
      rejected:
        'Nothing arrived at the address within seven days. If you paid, please send us the transaction id.',
    },
  },
  {
    deposit: {
      ...{ family: 'real_estate', plan: 'BASIC', amount: '4500', method: 'USDT' },
      ...{ quoted: '2026-06-15T08:15:00Z', proved: '2026-06-15T08:31:00Z', decided: '2026-06-15T10:02:00Z' },
    },
  },
  {
    withdrawal: {
      ...toUsdt,
      amount: '1000',
      requested: '2026-08-19T20:10:00Z',
      cancelled: '2026-08-19T21:02:00Z',
    },
  },
  {
    deposit: {
      ...{ family: 'crypto', plan: 'SILVER', amount: '6000', method: 'BITCOIN' },
      ...{ quoted: '2026-10-05T07:45:00Z', proved: '2026-10-05T07:58:00Z', decided: '2026-10-05T09:30:00Z' },
    },
  },
  {
    deposit: {
      ...{ family: 'crypto', plan: 'BASIC', amount: '1000', method: 'USDT', received: '640' },
      ...{ quoted: '2026-10-20T11:20:00Z', proved: '2026-10-20T11:33:00Z', decided: '2026-10-20T14:45:00Z' },
    },
  },
  {
    withdrawal: {
      ...{ ...toUsdt, amount: '400', requested: '2026-10-28T16:00:00Z' },
      ...{ approved: '2026-10-28T18:25:00Z', paid: '2026-10-28T19:10:00Z' },
    },
  },
  {
    deposit: {
      ...{ family: 'crypto', plan: 'BASIC', amount: '1500', method: 'USDT' },
      ...{ quoted: '2026-11-03T09:00:00Z', proved: '2026-11-03T09:09:00Z', decided: '2026-11-03T09:50:00Z' },
    },
  },
  {
    withdrawal: {
      ...{ ...toUsdt, amount: '750', requested: '2026-11-12T08:40:00Z' },
      ...{ approved: '2026-11-12T13:15:00Z', paid: '2026-11-12T15:05:00Z' },
    },
  },
  { withdrawal: { ...toUsdt, amount: '300', requested: '2026-11-19T15:30:00Z' } },
  {
    deposit: {
      ...{ family: 'crypto', plan: 'BASIC', amount: '2500', method: 'BITCOIN' },
      ...{ quoted: '2026-11-19T17:05:00Z', proved: '2026-11-19T17:16:00Z' },
    },
  },
]

const PLANS_SINCE = '2026-01-05T09:00:00Z'

/**
 * Fills the sandbox with its sample plans and people, whose history is made by commands at their story's dates. What is
 * there already stays as it is, so that it can run at every start; answers what it did, in lines to print.
 */
export async function seed(config: Config): Promise<string[]> {
  if (config.MODE !== 'sandbox') return []
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'warn' })
  try {
    return await seedSandbox(app)
  } finally {
    await close()
  }
}

/** The same for an app that is open: people, plans, and Maya's history. */
export async function seedSandbox(app: App): Promise<string[]> {
  const people = await seedPeople(app)
  const plans = await seedPlans(at(app, PLANS_SINCE), people.ruth, people.ines)
  await seedHistory(app, people)
  if (plans.length === 0) return []
  return [`Seeded the sample people, ${plans.length} sample plans and ${STORY.length} steps of a history`]
}

async function seedHistory(app: App, { maya, ines }: { maya: Member; ines: Admin }) {
  const then = (instant: string) => at(app, instant)
  await seedWallets(then('2026-02-20T19:00:00Z'), maya, { bitcoin: BITCOIN, usdt: ETHEREUM })
  for (const step of STORY)
    if ('deposit' in step) await seedDeposit(then, maya, ines, step.deposit)
    else await seedWithdrawal(then, maya, ines, step.withdrawal)
}
