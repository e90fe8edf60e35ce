import { invariant } from '#lib/invariant.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { openBench } from './house.ts'

/** A process of its own that settles when it is told to, and can be killed meanwhile: it answers the milliseconds it took. */
const [url, folder] = process.argv.slice(2)
invariant(url && folder, 'a database and a folder are named')
const { app } = await openBench(url, folder)
process.on('message', async () => {
  const begun = performance.now()
  const days = await settleDays(app)
  process.send?.({ ms: performance.now() - begun, days })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
