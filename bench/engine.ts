import { parseArgs } from 'node:util'
import { accrualFigures, growPositions, settledUpTo } from './engine/accruals.ts'
import { distributionFigures, duePositions } from './engine/distribution.ts'
import { assertRoom, openHouse, someMembers, somePlans } from './engine/house.ts'

/**
 * The money engine at a million positions, on a server that syncs to disk: control totals of a day, a distribution that is
 * killed half-way, a member's overview. Each in alternated rounds with a baseline. Prints one JSON line a figure.
 */
const { values: options } = parseArgs({
  options: {
    positions: { type: 'string', default: '10000,100000,1000000' },
    rows: { type: 'string', default: '10000000' },
    only: { type: 'string', default: 'accruals,distribution,overview' },
  },
})
const SIZES = options.positions.split(',').map(Number)
const LARGEST = Math.max(...SIZES)
const ONLY = options.only.split(',')
const PLANS = 5
const SERVER = process.env.DATABASE_URL ?? ''

const house = await openHouse(SERVER)
try {
  const today = house.app.clock.today()
  const plans = await somePlans(house.app, PLANS)
  await someMembers(house.owner, LARGEST / 10)
  if (ONLY.includes('distribution')) {
    await duePositions(house, plans, LARGEST)
    await distributionFigures(house, plans, LARGEST)
  }
  if (ONLY.includes('accruals')) {
    await settledUpTo(house, today)
    let from = today
    for (const [index, size] of SIZES.entries()) {
      await growPositions(house, plans, SIZES[index - 1] ?? 0, size)
      from = await accrualFigures(house, size, from)
    }
  }
} finally {
  await house.close()
}
