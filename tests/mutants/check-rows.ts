import type { Mutant } from '../../tools/mutants.ts'

const checker = 'scripts/check-rows.mjs'
const test = (name: string) => `vitest run tests/faults/check-rows.test.ts -t '${name}'`

/** Mistakes in the second opinion on the books: each would let something wrong pass. */
export const mutants: Mutant[] = [
  {
    name: 'a second opinion that ends well without a witness',
    why: 'books that were written anew would seem to be proved',
    file: checker,
    replace: 'if (witnesses.length === 0) {',
    with: 'if (witnesses.length < 0) {',
    caughtBy: test('without a witness it never ends with 0'),
    says: 'without a witness it never ends with 0',
  },
  {
    name: 'a second opinion without the approval in the hash',
    why: 'who decided could be exchanged in the file',
    file: checker,
    replace: 'approval ? approvalParts(approval) : null',
    with: 'approval ? null : null',
    caughtBy: test('each hash it takes is the database’s'),
    says: 'each hash it takes is the database’s',
  },
  {
    name: 'a second opinion that takes any decider',
    why: 'one admin alone could move what needs two',
    file: checker,
    replace: 'approval.decided_by === approval.proposed_by',
    with: 'approval.decided_by === null',
    caughtBy: test('a decision by who proposed'),
    says: 'a decision by who proposed',
  },
  {
    name: 'a second opinion that lets an approval post twice',
    why: 'one approval would move money again and again',
    file: checker,
    replace: 'if (postingHash(lines) !== this.proposals.get(id)?.posting_hash)',
    with: 'if (lines.length === 0)',
    caughtBy: test('an approval used twice'),
    says: 'an approval used twice',
  },
  {
    name: 'a second opinion with a movement more than the database',
    why: 'deposits could become returns and nobody would notice',
    file: checker,
    replace: 'return_paid plan_income member_profit\n',
    with: 'return_paid plan_income member_profit\nreturn_paid member_cash member_profit\n',
    caughtBy: test('own list of movements is the database’s'),
    says: 'own list of movements is the database’s',
  },
  {
    name: 'a second opinion that uses receipts again',
    why: 'one payment could be booked as deposit and as income',
    file: checker,
    replace: 'receipt.used = row.entry',
    with: '',
    caughtBy: test('a receipt used twice'),
    says: 'a receipt used twice',
  },
  {
    name: 'a second opinion blind to gaps',
    why: 'a row could be taken out without a trace',
    file: checker,
    replace: 'if (seq !== this.next)',
    with: 'if (seq < 0n)',
    caughtBy: test('a row that is gone'),
    says: 'a row that is gone',
  },
  {
    name: 'a file of rows that loses one at the end of a page',
    why: 'whoever checks it would find the books wrong',
    file: 'src/modules/integrity/queries.ts',
    replace: '{ length: Number(upTo - after) }',
    with: '{ length: Number(upTo - after) - 1 }',
    caughtBy: test('end with 0'),
    says: 'end with 0',
  },
  {
    name: 'a verify that does not miss a witness',
    why: 'whoever rewrites the books would take the witness away with them',
    file: 'src/modules/integrity/queries.ts',
    replace: '.filter(({ day }) => !kept.has(day))',
    with: '.filter(({ day }) => kept.size < 0 && day)',
    caughtBy: 'vitest run tests/faults/verify.test.ts',
    says: 'whose witness is gone',
  },
]
