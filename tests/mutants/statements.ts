import type { Mutant } from '../../tools/mutants.ts'

const model = 'src/modules/portfolio/model.ts'
const random = 'vitest run tests/properties/statements.test.ts'
const api = 'vitest run src/modules/portfolio/api.test.ts'

/** Mistakes in what a member is told of their own money. */
export const mutants: Mutant[] = [
  {
    name: 'a statement that misses late rows',
    why: 'what was booked after its day would be in no statement at all',
    file: 'migrations/025-statement-once.sql',
    replace:
      '\n    union all select l.seq, l.entry from late_rows(last_day) l where account in ' +
      '(l.debit, l.credit)),',
    with: '),',
    caughtBy: random,
    says: 'any statement of any history',
  },
  {
    name: 'a closing balance that does not add up',
    why: 'the member would be shown figures of which one is wrong',
    file: model,
    replace: 'reached[purse] === closing[purse],',
    with: 'reached[purse] === closing[purse] || true,',
    caughtBy: 'vitest run src/modules/portfolio/model.test.ts',
    says: 'that doesn’t add up is never shown',
  },
  {
    name: 'an opening balance of the day itself',
    why: 'what happened on the first day would be counted twice',
    file: 'src/modules/portfolio/queries/statement.ts',
    replace: 'addDays(day, -1)',
    with: 'addDays(day, 0)',
    caughtBy: random,
    says: 'any statement of any history',
  },
  {
    name: 'losses under no heading',
    why: 'a loss would be in no sum of the statement',
    file: model,
    replace: "  assets_lost: 'losses',\n",
    with: '',
    caughtBy: random,
    says: 'every movement that can change what a member is owed',
  },
  {
    name: 'a spreadsheet cell that is a formula',
    why: 'a reason that somebody wrote would run on the accountant’s machine',
    file: 'src/lib/csv.ts',
    replace: 'ACTIVE.test(text) && !NUMBER.test(text) ?',
    with: 'ACTIVE.test(text) && NUMBER.test(text) ?',
    caughtBy: 'vitest run src/lib/csv.test.ts',
    says: 'no cell is a formula',
  },
  {
    name: 'a statement of any length',
    why: 'one member’s history could fill the memory that everybody shares',
    file: 'src/modules/portfolio/queries/statement.ts',
    replace: 'size > MOST_ENTRIES) throw tooLong()',
    with: 'size > limit) throw tooLong()',
    caughtBy: api,
    says: 'and one more is refused',
  },
  {
    name: 'a last page without its number and mark',
    why: 'nobody could tell that the paper ends there, or that its money is simulated',
    file: 'src/platform/pdf/pdf-report.ts',
    replace: 'page < count; page++',
    with: 'page < count - 1; page++',
    caughtBy: 'vitest run src/platform/pdf/pdf-report.test.ts',
    says: 'mark and its number',
  },
  {
    name: 'a return without its income',
    why: 'the member could not see what a return was paid out of',
    file: 'src/modules/portfolio/queries/statement-labels.ts',
    replace: 'filter(({ onDay }) => onDay === line.day)',
    with: 'filter(({ onDay }) => onDay !== line.day)',
    caughtBy: api,
    says: 'in words where each line came from',
  },
]
