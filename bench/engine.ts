import { parseArgs } from 'node:util'
import { PAID_AT_ONCE } from '#modules/plans/commands/settle-days.ts'
import { accrualFigures, growPositions, markDaysSettled } from './engine/accruals.ts'
import { distributionFigures, duePositions } from './engine/distribution.ts'
import {
  assertDiskSpace,
  type Installation,
  openInstallation,
  someMembers,
  somePlans,
} from './engine/installation.ts'
import { growJournal, overviewFigures } from './engine/overview.ts'

/**
 * The money engine at a million positions, on a server that syncs to disk: a distribution that is
 * killed half-way, control totals of a day, a member's overview. Each in alternated rounds with a
 * baseline. Prints one JSON line a figure.
 */
const { values: options } = parseArgs({
  options: {
    positions: { type: 'string', default: '10000,100000,1000000' },
    rows: { type: 'string', default: '10000000' },
    only: { type: 'string', default: 'distribution,accruals,overview' },
  },
})
const SIZES = options.positions.split(',').map(Number)
const LARGEST = Math.max(...SIZES)
const ROWS = Number(options.rows)
const ONLY = options.only.split(',')
const MEMBERS = LARGEST / 10
const PLANS = 5
const SERVER = process.env.DATABASE_URL ?? ''

async function distribution(testApp: Installation) {
  const plans = await somePlans(testApp.app, PLANS)
  await someMembers(testApp.owner, MEMBERS)
  await duePositions(testApp, plans, LARGEST)
  await distributionFigures(testApp, plans, LARGEST)
}

async function totalsAndOverview(testApp: Installation) {
  const plans = await somePlans(testApp.app, PLANS)
  await someMembers(testApp.owner, MEMBERS)

  let day = testApp.app.clock.today()
  await markDaysSettled(testApp, day)

  for (const [index, size] of SIZES.entries()) {
    await growPositions(testApp, plans, { from: SIZES[index - 1] ?? 0, to: size, members: MEMBERS })
    if (ONLY.includes('accruals')) day = await accrualFigures(testApp, size, day)
  }
  if (!ONLY.includes('overview')) return

  await growJournal(testApp, MEMBERS, ROWS)
  await overviewFigures(testApp, MEMBERS, ROWS)
}

/** On a database of its own, gone afterwards. */
async function withInstallation(work: (testApp: Installation) => Promise<void>) {
  const testApp = await openInstallation(SERVER)
  try {
    await work(testApp)
  } finally {
    await testApp.close()
  }
}

if (!SERVER) throw new Error('DATABASE_URL names no server: npm run bench -- engine starts one.')
if (
  SIZES.some((size, index) => !(size >= 1_000 && size > (SIZES[index - 1] ?? 0))) ||
  !(ROWS >= LARGEST)
)
  throw new Error(
    '--positions takes growing numbers from 1000 on, --rows at least the largest of them.',
  )
if (ONLY.includes('distribution') && LARGEST < PLANS * 5 * PAID_AT_ONCE)
  throw new Error(
    `Killing a distribution half-way takes ${PLANS * 5 * PAID_AT_ONCE} positions or more.`,
  )
await assertDiskSpace(Math.ceil(3 + (ROWS + 3 * LARGEST) / 1_000_000))
if (ONLY.includes('distribution')) await withInstallation(distribution)
if (ONLY.includes('accruals') || ONLY.includes('overview'))
  await withInstallation(totalsAndOverview)
