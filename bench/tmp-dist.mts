import { openHouse, someMembers, somePlans } from './engine/house.ts'
import { duePositions } from './engine/distribution.ts'
import { writtenIncome } from '#modules/plans/testing.ts'
import { beginDistribution } from '#modules/plans/acts/begin-distribution.ts'
import { payDistribution } from '#modules/plans/acts/pay-distribution.ts'
const house = await openHouse(process.env.DATABASE_URL ?? '')
const plans = await somePlans(house.app, 1)
await someMembers(house.owner, 10000)
await duePositions(house, plans, 100000)
const plan = plans[0]!
const { rows } = await house.owner.query('select sum(return_due) as due from position')
await writtenIncome(house.app, { planId: plan.planId, cents: BigInt(rows[0].due) })
const app = house.app
const d = await app.db.transaction().execute(tx => beginDistribution(tx, app, plan.planId, app.clock.today()))
const pay = (limit: number, set: string) => app.db.transaction().execute(async tx => {
  const { sql } = await import('kysely')
  for (const s of set.split(';')) if (s) await sql.raw(s).execute(tx)
  const t = performance.now()
  await payDistribution(tx, app, d!.id, limit)
  return performance.now() - t
})
console.log('warm', await pay(1000, ''), await pay(1000, ''))
for (const size of [1000,2000,5000,10000, 1000, 2000,5000,10000, 1000, 2000,5000,10000]) { const t = await pay(size, ''); console.log(size, (t*1000/size).toFixed(0), 'us/position') }
await house.close()
