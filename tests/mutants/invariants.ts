import type { Mutant } from '../../tools/mutants.ts'

const sql = 'migrations/017-books.sql'
const invariantTests = 'vitest run tests/faults/integrity-invariants.test.ts'

/**
 * One check out of each invariant: the look of the minute or of the night no longer sees what it
 * has to.
 */
export const mutants: Mutant[] = [
  {
    name: 'a look that trusts currencies',
    why: 'debits and credits of two currencies would look balanced',
    file: sql,
    replace: '    where d.currency <> c.currency\n',
    with: '    where false\n',
    caughtBy: invariantTests,
    says: '1: an account becomes another currency',
  },
  {
    name: 'a look that trusts stored balances',
    why: "a balance that somebody typed in would be shown as the ledger's",
    file: sql,
    replace: 'from touched where balance <> last',
    with: 'from touched where false',
    caughtBy: invariantTests,
    says: '2: a stored balance grows',
  },
  {
    name: 'a look that trusts running balances',
    why: 'a row could claim any balance after it',
    file: sql,
    replace: 'where balance_after is distinct from before + change',
    with: 'where false',
    caughtBy: invariantTests,
    says: '2: a running balance jumps',
  },
  {
    name: 'a look that minds no overdraft',
    why: 'a limited account below zero would be found at night only',
    file: sql,
    replace: 'from touched where balance < 0 or last < 0',
    with: 'from touched where false',
    caughtBy: invariantTests,
    says: '3: a limited account goes below zero',
  },
  {
    name: 'a look that minds no plan',
    why: 'returns could be paid beyond the income recorded until the night',
    file: sql,
    replace: "    where class in ('plan_income', 'promotion') and last < 0",
    with: "    where class = 'promotion' and last < 0",
    caughtBy: invariantTests,
    says: '4: more returns are paid than income was recorded',
  },
  {
    name: 'a look that follows no chain',
    why: 'a rewritten row would be found at night only',
    file: sql,
    replace: 'where c.digest is distinct from l.digest or c.rows',
    with: 'where c.rows',
    caughtBy: invariantTests,
    says: '5: a sealed reason is rewritten',
  },
  {
    name: 'a look that counts no numbers',
    why: 'a number could be left out',
    file: sql,
    replace: 'from run where first_seq <> expected_seq $$;',
    with: 'from run where false $$;',
    caughtBy: invariantTests,
    says: '5: a number is left out',
  },
  {
    name: 'deposits that nobody holds against the journal',
    why: 'a deposit could be completed without its money',
    file: sql,
    replace: 'then j.events <> 1 or j.amount <> d.credited else j.events <> 0 end',
    with: 'then j.events > 1 else j.events <> 0 end',
    caughtBy: invariantTests,
    says: '6: a deposit is completed without its event',
  },
  {
    name: 'withdrawals that nobody holds against the journal',
    why: 'a hold could be given back and paid out as well',
    file: sql,
    replace: "(w.amount, case when w.status in ('rejected', 'cancelled') then w.amount else 0 end,",
    with: '(j.held, j.released,',
    caughtBy: invariantTests,
    says: '6: a withdrawal is open although it was given back',
  },
  {
    name: 'a witness whose sum nobody compares',
    why: 'what members were owed could be rewritten with the chain',
    file: sql,
    replace: 'w where ledger.owed_at(w.seq) <> w.owed $$;',
    with: 'w where false $$;',
    caughtBy: invariantTests,
    says: '7: a witness told another sum',
  },
  {
    name: 'an event that may be posted twice unseen',
    why: 'a deposit could be credited twice',
    file: sql,
    replace: 'where (select count(*) from journal j where j.id = f.id) > 1',
    with: 'where false',
    caughtBy: invariantTests,
    says: '8: an event is posted twice',
  },
  {
    name: 'positions that nobody holds against principal',
    why: 'a member could see more invested than the books owe',
    file: sql,
    replace: 'where coalesce(p.remaining, 0) <> coalesce(a.balance, 0) $$;',
    with: 'where false $$;',
    caughtBy: invariantTests,
    says: '9: a position holds more than the books',
  },
  {
    name: 'a promotion that nobody counts',
    why: 'rewards could be paid out of nothing',
    file: sql,
    replace:
      "select case class when 'plan_income' then 4 else 10 end, 'more went out than came " +
      "in', code from touched\n    where class in ('plan_income', 'promotion') and last < 0",
    with:
      "select 4, 'more went out than came in', code from touched\n    where class = " +
      "'plan_income' and last < 0",
    caughtBy: invariantTests,
    says: '10: more is spent on promotion than was funded',
  },
  {
    name: 'rows without an actor that pass',
    why: 'nobody would have done it',
    file: sql,
    replace:
      "'row has no actor or kind', entry::text from fresh where coalesce(actor, '') = '' or " +
      "coalesce(kind, '') = ''",
    with: "'row has no actor or kind', entry::text from fresh where false",
    caughtBy: invariantTests,
    says: '11: a row has no actor',
  },
  {
    name: 'a broken invariant that stops nothing',
    why: 'money would go on moving over broken books',
    file: 'src/modules/integrity/commands/check-integrity.ts',
    replace: 'if (check.problems.some(stopsMoney)) {',
    with: 'if (check.problems.length > 1_000) {',
    caughtBy: invariantTests,
    says: 'a broken invariant freezes the books',
  },
  {
    name: 'a door that lets money calls in while the books are frozen',
    why: 'a member would be told of an inner failure instead of what is the matter',
    file: 'src/platform/http/calls.ts',
    replace: 'if (meta.money && !meta.whileFrozen) await moneyGate(app)',
    with: 'if (meta.money && meta.whileFrozen) await moneyGate(app)',
    caughtBy: 'vitest run src/modules/backoffice/commands/decide-proposal.test.ts',
    says: 'frozen books refuse what moves money',
  },
  {
    name: 'a verify that forgets the witnesses',
    why: 'a tail that was cut off with all its traces would never be missed',
    file: 'src/modules/integrity/queries.ts',
    replace: '[...missing, ...(await listWitnessProblems(tx, witnesses))]',
    with: '[...missing, ...(await listWitnessProblems(tx, witnesses.slice(0, 0)))]',
    caughtBy: 'vitest run tests/faults/verify.test.ts',
    says: 'differs from the witness outside',
  },
  {
    name: 'a reading role that sees people',
    why: 'whoever makes reports would read names and addresses',
    file: 'migrations/019-reading-role.sql',
    replace: 'grant select on plan, plan_version,',
    with: 'grant select on member, plan, plan_version,',
    caughtBy: 'vitest run tests/properties/database-roles.test.ts',
    says: 'reads nothing of people, secrets or letters: member',
  },
]
