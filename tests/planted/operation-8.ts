import type { Planted } from '../../tools/planted.ts'

const ofOperation = (name: string) => `vitest run src/modules/operation/commands/${name}.test.ts`

/** Mistakes in alarms, in what is forgotten, and in how the last admin gets back in. */
export const planted: Planted[] = [
  {
    name: 'silent feeds that nobody is told of',
    why: 'nothing would be quoted or paid out for days, and members would be the first to notice',
    file: 'src/modules/operation/queries/looks.ts',
    replace: '.filter((coin) => now - (since.get(coin) ?? now) >= LIMITS.pricelessMs)',
    with: '.filter((coin) => now - (since.get(coin) ?? now) < 0)',
    caughtBy: ofOperation('watch-house'),
    says: 'Feeds without a price for five minutes are an alarm',
  },
  {
    name: 'a feed that stumbles wakes somebody',
    why: 'people stop reading alarms that are over before they are read',
    file: 'src/modules/operation/queries/looks.ts',
    replace: 'before.get(coin) ?? now]',
    with: 'before.get(coin) ?? 0]',
    caughtBy: ofOperation('watch-house'),
    says: 'Feeds without a price for five minutes are an alarm',
  },
  {
    name: 'a day of the books that was told to nobody',
    why: 'what is rewritten later could be compared with nothing',
    file: 'src/modules/operation/queries/looks.ts',
    replace: 'if (last && sinceOf(app, last) > LIMITS.witnessMs)',
    with: 'if (last && sinceOf(app, last) < 0)',
    caughtBy: ofOperation('watch-house'),
    says: 'so is a day whose head was not told outside',
  },
  {
    name: 'a head of the books that never left the house',
    why: 'a file on the operator’s own disk proves nothing to anybody else',
    file: 'src/modules/operation/queries/looks.ts',
    replace: "mailWaiting(app.db, 'books-witness')",
    with: "mailWaiting(app.db, 'books-frozen')",
    caughtBy: ofOperation('watch-house'),
    says: 'so is a day whose head was not told outside',
  },
  {
    name: 'a waiting mail forgotten',
    why: 'somebody would never be told, and nobody would know',
    file: 'src/modules/operation/commands/forget-old.ts',
    replace: 'select id from outbox where sent_at <',
    with: 'select id from outbox where queued_at <',
    caughtBy: ofOperation('forget-old'),
    says: 'one that waits stays',
  },
  {
    name: 'an outbox that only grows',
    why: 'what was written to people would be kept for ever, and backups would grow with it',
    file: 'src/modules/operation/commands/forget-old.ts',
    replace: 'now - messageDays * DAY_MS',
    with: 'now - 100 * messageDays * DAY_MS',
    caughtBy: ofOperation('forget-old'),
    says: 'A mail that has left goes as old as messages are kept',
  },
]
