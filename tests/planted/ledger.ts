import type { Planted } from '../../tools/planted.ts'

const sql = 'migrations/002-ledger.sql'
const postTest = 'vitest run src/modules/ledger/acts/post.test.ts'
const queriesTest = 'vitest run src/modules/ledger/queries.test.ts'
const doorsTest = 'vitest run tests/faults/ledger-doors.test.ts'
const sameEventTest = 'vitest run tests/faults/ledger-same-event.test.ts'
const loadTest = 'vitest run tests/faults/ledger-load.test.ts'
const modelTest = 'vitest run tests/properties/ledger-model.test.ts'
const tamperTest = 'vitest run tests/faults/ledger-tamper.test.ts'

/** Mistakes in the one place where money is. */
export const planted: Planted[] = [
  {
    name: 'a ledger that checks no route',
    why: "a member's principal could be recorded as a plan's income",
    file: sql,
    replace:
      '(select * from route where kind = l.kind and debit_class = d.class and credit_class = c.class offset 0) r',
    with: [
      '(select coalesce(bool_or(with_custody), false) as with_custody, coalesce(bool_or(needs_receipt), false) as needs_receipt,',
      '  coalesce(bool_or(needs_reason), false) as needs_reason',
      '  from route where kind = l.kind and debit_class = d.class and credit_class = c.class) r',
    ].join('\n'),
    caughtBy: postTest,
    says: 'returns are paid out of income alone',
  },
  {
    name: 'a route from a member to plan income',
    why: 'deposits would fund returns',
    file: sql,
    replace: "  ('return_paid',         'plan_income',",
    with: "  ('income_recorded',     'member_principal',   'plan_income',        false, false, false),\n  ('return_paid',         'plan_income',",
    caughtBy: queriesTest,
    says: 'no route leads from a member',
  },
  {
    name: 'receipts that can be used again',
    why: 'the coin of a deposit could be recorded a second time, as income',
    file: sql,
    replace: 'create unique index journal_receipt',
    with: 'create index journal_receipt',
    caughtBy: sameEventTest,
    says: 'a receipt that 32 clients want at once',
  },
  {
    name: 'a receipt whose amount nobody compares',
    why: 'a small receipt would bring in a large amount',
    file: sql,
    replace: 'r.currency = fits.currency and r.amount = fits.amount)',
    with: 'r.currency = fits.currency)',
    caughtBy: postTest,
    says: 'of equal currency and amount',
  },
  {
    name: 'dollars out of the exchange with nothing beside them',
    why: 'the exchange account has no limit: it would be money out of nothing',
    file: sql,
    replace: 'and (not r.with_custody or beside(l.kind, l.reference) = any (moved))',
    with: '',
    caughtBy: postTest,
    says: 'a dollar leg from the exchange needs a custody leg',
  },
  {
    name: 'a post without locks',
    why: 'two withdrawals at once would both see the same balance',
    file: sql,
    replace: 'order by a.code for no key update) a;',
    with: 'order by a.code) a;',
    caughtBy: sameEventTest,
    says: 'what is spent by 32 clients at once never exceeds the balance',
  },
  {
    name: 'locks in any order',
    why: 'two commands would wait for each other, and one would be thrown out',
    file: sql,
    replace: [
      'select array_agg(a.code), array_agg(a.balance) into codes, balances from (',
      '    select a.code, a.balance from account a where a.code = any (named) and a.balance is not null order by a.code for no key update) a;',
    ].join('\n'),
    with: [
      'select array_agg(a.code order by a.code), array_agg(a.balance order by a.code) into codes, balances from (',
      '    select a.code, a.balance from account a where a.code = any (named) and a.balance is not null order by random() for no key update) a;',
    ].join('\n'),
    caughtBy: loadTest,
    says: 'nobody waits for each other',
  },
  {
    name: 'a balance that is counted after the list instead of row by row',
    why: 'money could be spent before it comes in',
    file: sql,
    replace: 'covered := covered and balances[place] >= 0;',
    with: 'covered := covered;',
    caughtBy: postTest,
    says: 'nothing is spent before it comes in',
  },
  {
    name: 'an event whose content nobody compares',
    why: 'a repeated request with another amount would be answered as done',
    file: sql,
    replace: 'if found > 0 and same < cardinality(list) then',
    with: 'if found > 0 and found < cardinality(list) then',
    caughtBy: modelTest,
    says: 'as a model of bigints answers them',
  },
  {
    name: 'a journal that can be updated',
    why: 'the books could be rewritten quietly',
    file: sql,
    replace: "array['journal', 'receipt', 'seal_block', 'seal_run', 'checkpoint']",
    with: "array['receipt', 'seal_block', 'seal_run', 'checkpoint']",
    caughtBy: doorsTest,
    says: 'is refused: update ledger.journal',
  },
  {
    name: 'an application that may write the journal',
    why: 'code above could pass the rules by',
    file: sql,
    replace: 'grant select on accounts, entries,',
    with: 'grant insert on journal to candor_app;\ngrant select on accounts, entries,',
    caughtBy: doorsTest,
    says: 'may not: insert into ledger.journal',
  },
  {
    name: 'a closed account that is not looked at',
    why: 'money would go where nobody looks any more',
    file: sql,
    replace: 'and d.closed_at is null and c.closed_at is null\n',
    with: '\n',
    caughtBy: doorsTest,
    says: 'a closed one takes nothing',
  },
  {
    name: 'a seal that leaves the receipt out',
    why: 'where money came from could be rewritten afterwards',
    file: sql,
    replace: 'r.source, r.reference, r.output_index::text,',
    with: '',
    caughtBy: tamperTest,
    says: "a receipt's origin",
  },
  {
    name: 'a sealer that forgets rows that commit late',
    why: 'a row would never get its number, and nobody would see it change',
    file: sql,
    replace: 'where j.entry >= lower(hole) and j.entry < upper(hole)',
    with: 'where false and j.entry >= lower(hole)',
    caughtBy: 'vitest run tests/faults/ledger-seal.test.ts',
    says: 'holds up its own rows and nobody else',
  },
  {
    name: 'a retry that gives up at once',
    why: 'a deadlock between strangers would reach a person as a failure',
    file: 'src/platform/transaction.ts',
    replace: "['40001', '40P01'].includes(codeOf(error))",
    with: "['40001'].includes(codeOf(error))",
    caughtBy: 'vitest run src/platform/transaction.test.ts',
    says: 'is run again',
  },
]
