import type { Mutant } from '../../tools/mutants.ts'

const treasury = 'src/modules/treasury'
const sql = 'migrations/016-reconciliation.sql'
const recordTest = `vitest run ${treasury}/commands/record-outside-balance.test.ts`
const fetchTest = `vitest run ${treasury}/commands/fetch-outside-balances.test.ts`

/** Mistakes with what is held outside and with the differences that it shows. */
export const mutants: Mutant[] = [
  {
    name: 'a comparison that ignores the last unit',
    why: 'what is taken a cent at a time would never show',
    file: `${treasury}/steps/note-balance.ts`,
    replace: 'const differs = statement.units !== statement.bookUnits',
    with: 'const differs = statement.units / 10n !== statement.bookUnits / 10n',
    caughtBy: recordTest,
    says: 'one cent more outside opens a break',
  },
  {
    name: 'a difference that is written down without its last unit',
    why: 'the database would let a break pass for agreement',
    file: sql,
    replace: 'generated always as (units - book_units) stored',
    with: 'generated always as ((units - book_units) / 10 * 10) stored',
    caughtBy: recordTest,
    says: 'one cent more outside opens a break',
  },
  {
    name: 'a break that closes itself without agreeing',
    why: 'an old statement would end a difference that is still there',
    file: `${treasury}/steps/note-balance.ts`,
    replace: 'if (!differs && open && (await isLater(tx, open.id, balance)))',
    with: 'if (!differs && open)',
    caughtBy: recordTest,
    says: 'what agreed before the last difference does not end the break',
  },
  {
    name: 'a database that takes any balance for agreement',
    why: 'one wrong statement of the application could close every break',
    file: sql,
    replace: "if new.resolved_as = 'agreed' and not exists (",
    with: "if false and new.resolved_as = 'agreed' and not exists (",
    caughtBy: recordTest,
    says: 'no break ends as agreed by a balance that differs',
  },
  {
    name: 'an outside balance that can be rewritten',
    why: 'what was seen outside could be made to fit the books',
    file: sql,
    replace: 'before update or delete on outside_balance',
    with: 'before delete on outside_balance',
    caughtBy: recordTest,
    says: 'nobody rewrites what was said outside',
  },
  {
    name: 'a statement of the past held against the books of now',
    why: 'every statement that comes a day late would be a false alarm, or hide a true one',
    file: `${treasury}/commands/record-outside-balance.ts`,
    replace: 'asOf && asOf < now ? asOf : undefined',
    with: 'asOf && asOf > now ? asOf : undefined',
    caughtBy: recordTest,
    says: 'compared with the books of then',
  },
  {
    name: 'two who compare the same account at once',
    why: 'one of them would fail at the break that the other has opened',
    file: `${treasury}/steps/lock-custody.ts`,
    replace: 'select pg_advisory_xact_lock(hashtextextended(',
    with: 'select (hashtextextended(',
    caughtBy: recordTest,
    says: 'two that differ at once open one break',
  },
  {
    name: 'a comparison while money moves',
    why: 'what was booked while outside was asked would raise a false alarm',
    file: `${treasury}/commands/fetch-outside-balances.ts`,
    replace: 'if (isNow && bookUnits !== held) return false',
    with: 'if (isNow && bookUnits !== held && tx === undefined) return false',
    caughtBy: fetchTest,
    says: 'money that moves while outside is asked opens no break',
  },
  {
    name: 'an unknown figure taken for zero',
    why: 'a wallet that nobody has asked would look robbed',
    file: 'src/modules/treasury/adapters/simulated-outside.ts',
    replace: 'if (!row || row.units === null) return null',
    with: "if (!row) return null\n      row.units ??= '0'",
    caughtBy: 'vitest run src/modules/treasury/adapters/simulated-outside.test.ts',
    says: 'a place that nothing is known of is not an empty one',
  },
  {
    name: 'a payment that leaves the books alone',
    why: 'the sandbox would show a break after every withdrawal, and people would stop looking',
    file: 'src/modules/withdrawals/commands/mark-paid.ts',
    replace: 'units: -(row.coin_amount ?? 0n)',
    with: 'units: 0n * (row.coin_amount ?? 0n)',
    caughtBy: 'vitest run tests/flows/reconciliation.test.ts',
    says: 'after each of them outside and books agree',
  },
]
