import { setTimeout as pause } from 'node:timers/promises'
import { notifyPaidMembers } from '#modules/plans/commands/notify-paid-members.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { openProcessApp } from './process-app.ts'

/**
 * Settles a test's database up to a day and notifies paid members, in a process of its own, which
 * the test may kill: `node settle-in-process.ts 2028-03-04`.
 */
const { app, close } = openProcessApp(`${process.argv[2]}T12:00:00Z`)
console.log('going')
// The server may need a moment to see that the process that settled before was killed;
// until then no other process may settle.
while ((await settleDays(app)) === null) await pause(20)
await notifyPaidMembers(app)
await close()
