import type { Mutant } from '../../tools/mutants.ts'

const formats = 'src/lib/plain-text-accounting.ts'
const formatsTest = 'vitest run src/lib/plain-text-accounting.test.ts'
const copyTest = 'vitest run tests/flows/ledger-export.test.ts'

/** Mistakes in what shows others that the books are right. */
export const mutants: Mutant[] = [
  {
    name: 'a day that no calendar has, asked of the database',
    why: 'it fails there, and the answer would be a failure of ours',
    file: 'src/lib/dates.ts',
    replace: '/^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$/',
    with: '/^\\d{4}-\\d{2}-\\d{2}$/',
    caughtBy: 'vitest run src/modules/integrity/api.test.ts',
    says: 'a day that no calendar has',
  },
  {
    name: 'a copy of the books that loses a row at the end of a page',
    why: 'whoever checks it would find the books wrong, or be shown other books',
    file: 'src/modules/integrity/queries.ts',
    replace: 'yield await listSealed(reader, after, next < upTo ? next : upTo)',
    with: 'yield await listSealed(reader, after, next < upTo ? next - 1n : upTo)',
    caughtBy: copyTest,
    says: 'comes by its rows to the balance of every account',
  },
  {
    name: "a copy of the books with today's balances",
    why: 'a copy up to an earlier row would not add up, and seem to be wrong',
    file: 'src/modules/ledger/queries.ts',
    replace: 'select code, class, currency, ledger.balance_at(id, ',
    with: 'select code, class, currency, coalesce(balance, ledger.balance(id)) + 0 * (',
    caughtBy: copyTest,
    says: 'as they stood then',
  },
  {
    name: 'a copy of the books with cents for every currency',
    why: 'four ether would be read as forty-five million',
    file: formats,
    replace: 'import { amountText, type',
    with:
      "const amountText = (units: bigint, _: string) => cents(units, 'USD')\nimport { " +
      'amountText as cents, type',
    caughtBy: formatsTest,
    says: 'with all its decimals',
  },
  {
    name: 'a reason that ends its comment',
    why: 'whoever writes a reason could write a transaction into the copy',
    file: formats,
    replace: String.raw`|"\\\p{Cc}`,
    with: String.raw`|"\\`,
    caughtBy: formatsTest,
    says: 'what somebody wrote stays in its place',
  },
  {
    name: 'a reason that ends its quotation',
    why: 'whoever writes a reason could write a transaction into the copy',
    file: formats,
    replace: String.raw`[%;,|"\\\p{Cc}`,
    with: String.raw`[%;,|\p{Cc}`,
    caughtBy: formatsTest,
    says: 'what somebody wrote stays in its place',
  },
  {
    name: 'a copy that beancount lets be one off',
    why: 'its balances allow the last digit to differ unless told not to',
    file: formats,
    replace: ' ~ 0 ',
    with: ' ',
    caughtBy: formatsTest,
    says: 'the last digit counts',
  },
  {
    name: 'a look at what is new that clears what is old',
    why: 'the staff would be told that what was changed far back is right again',
    file: 'src/modules/integrity/queries.ts',
    replace: ' and later.after_seq <= wrong.after_seq',
    with: '',
    caughtBy: 'vitest run tests/faults/integrity-invariants.test.ts',
    says: 'what was found far back is found until',
  },
  {
    name: 'a half-written copy in the place of a whole one',
    why: 'it has no balances at its end, so that a program would take it for whole',
    file: 'scripts/export.js',
    replace: 'const making = `',
    with: 'const making = path\n  fs.rmSync(path, { force: true }) // `',
    caughtBy: 'vitest run tests/faults/export.test.ts',
    says: 'leaves the file that was there',
  },
]
