import { invariant } from '#lib/invariant.ts'
import { notifyPaidMembers } from '#modules/plans/commands/notify-paid-members.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { openBench } from './installation.ts'

/**
 * A process of its own that settles, or notifies paid members, on request, and can be killed
 * meanwhile: it answers the milliseconds it took.
 */
const [url, folder] = process.argv.slice(2)
invariant(url && folder, 'a database and a folder are named')
const { app } = await openBench(url, folder)
process.on('message', async (what) => {
  const begun = performance.now()
  await (what === 'notify' ? notifyPaidMembers(app) : settleDays(app))
  process.send?.({ ms: performance.now() - begun })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
