import type { Mutant } from '../../tools/mutants.ts'

const course = 'src/modules/portfolio/queries/value-history.ts'
const sql = 'migrations/029-own-books.sql'
const random = 'vitest run tests/properties/value-history.test.ts'
const chainTests = 'vitest run tests/properties/member-chain-proofs.test.ts'

/**
 * Mistakes in what the overview tells of a member's money, and in what a member can check of it
 * alone.
 */
export const mutants: Mutant[] = [
  {
    name: 'a chart that forgets what was paid out',
    why: 'money taken out would look like a loss',
    file: course,
    replace: "HEADING_OF[kind] === 'deposits' || HEADING_OF[kind] === 'withdrawals'",
    with: "HEADING_OF[kind] === 'deposits'",
    caughtBy: random,
    says: 'value, months and sum of any history',
  },
  {
    name: 'a losing month without its loss',
    why: 'the member would see gains alone',
    file: course,
    replace: "losses: changed(month, 'losses')",
    with: 'losses: 0n',
    caughtBy: random,
    says: 'value, months and sum of any history',
  },
  {
    name: 'unsealed rows in a chart',
    why: 'what could still be gone would be drawn as history',
    file: sql,
    replace: 'leg.entry <= reach.highest and not reach.holes @> leg.entry',
    with: 'true',
    caughtBy: random,
    says: 'not sealed yet is in the balance, and in no chart',
  },
  {
    name: 'entries of a figure with those that only moved within it',
    why: 'the entries would not add up to their figure',
    file: 'src/modules/ledger/queries.ts',
    replace: 'and not exists (select from own o where',
    with: 'and not exists (select from own o where false and',
    caughtBy: random,
    says: 'every figure is the sum of its entries',
  },
  {
    name: 'a page of entries that begins with the last one again',
    why: 'one entry would be counted twice',
    file: 'src/modules/ledger/queries.ts',
    replace: 'or j.entry < ',
    with: 'or j.entry <= ',
    caughtBy: random,
    says: 'every figure is the sum of its entries',
  },
  {
    name: 'the operator’s balances handed out with a seal',
    why: 'each member could read what the operator’s own accounts hold',
    file: sql,
    replace: "(d.balance is null or d.class = 'plan_income' or d.id in (select id from own))",
    with: 'true',
    caughtBy: chainTests,
    says: 'names what the operator’s own accounts hold',
  },
  {
    name: 'a chain whose links needn’t follow each other',
    why: 'a block could be left out and the check would still be good',
    file: 'src/lib/chain.ts',
    replace: 'link.previous_hash !== last.hash ||',
    with: 'false ||',
    caughtBy: chainTests,
    says: 'another text, hash or order is noticed',
  },
]
