import { parseArgs } from 'node:util'
import { confirmFigures, WARM_SECONDS } from './backoffice/confirm.ts'
import { growBackoffice } from './backoffice/grow.ts'
import { listFigures } from './backoffice/lists.ts'
import { assertDiskSpace, openInstallation, somePlans } from './engine/installation.ts'

/**
 * The back office over many members and transactions, on a server that syncs to disk: pages of the
 * lists beside reading one row by its primary key, and confirming deposits at a steady rate beside
 * a single one. Prints one JSON line a figure, and ends with 1 when one is beyond its bound.
 */
const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    transactions: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '101' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: 'lists,confirm' },
  },
})
const [MEMBERS, TRANSACTIONS] = [Number(options.members), Number(options.transactions)]
const [ROUNDS, RATE, SECONDS] = [
  Number(options.rounds),
  Number(options.rate),
  Number(options.seconds),
]
const ONLY = options.only.split(',')
const SERVER = process.env.DATABASE_URL ?? ''
const SINGLE = 100

if (!SERVER)
  throw new Error('DATABASE_URL names no server: npm run bench -- backoffice starts one.')
if (!(MEMBERS >= 1_000 && TRANSACTIONS >= 1_000 && ROUNDS >= 1 && RATE >= 1 && SECONDS >= 1))
  throw new Error(
    '--members and --transactions take 1000 or more, everything else a number above zero.',
  )
await assertDiskSpace(Math.ceil(1 + TRANSACTIONS / 300_000))
const testApp = await openInstallation(SERVER)
try {
  const [plan] = await somePlans(testApp.app, 1)
  if (!plan) throw new Error('There is a plan.')

  await growBackoffice(testApp, plan, {
    members: MEMBERS,
    transactions: TRANSACTIONS,
    pending: ONLY.includes('confirm') ? SINGLE + RATE * (WARM_SECONDS + SECONDS) : 100,
  })

  const size = { members: MEMBERS, transactions: TRANSACTIONS }
  const outcomes = [
    ONLY.includes('lists') && (await listFigures(testApp, size, ROUNDS)),
    ONLY.includes('confirm') &&
      (await confirmFigures(testApp, { single: SINGLE, rate: RATE, seconds: SECONDS })),
  ]

  if (outcomes.includes(null)) process.exitCode = 1
} finally {
  await testApp.close()
}
