import type { Mutant } from '../../tools/mutants.ts'

const sql = 'migrations/002-ledger.sql'
/** Where verifying is written anew, and where posting is. */
const fences = 'migrations/014-ledger-fences.sql'
const posting = 'migrations/026-engine-speed.sql'
const postTest = 'vitest run src/modules/ledger/steps/post.test.ts'
const queriesTest = 'vitest run src/modules/ledger/queries.test.ts'
const doorsTest = 'vitest run tests/faults/ledger-access.test.ts'
const sameEventTest = 'vitest run tests/faults/ledger-same-event.test.ts'
const loadTest = 'vitest run tests/faults/ledger-load.test.ts'
const modelTest = 'vitest run tests/properties/ledger-model.test.ts'
const tamperTest = 'vitest run tests/faults/ledger-tamper.test.ts'

/** Mistakes in the one place where money is. */
export const mutants: Mutant[] = [
  {
    name: 'a ledger that checks no route',
    why: "a member's principal could be recorded as a plan's income",
    file: posting,
    replace:
      '(select * from route where kind = l.kind and debit_class = d.class and credit_class ' +
      '= c.class offset 0) r',
    with: [
      '(select coalesce(bool_or(with_custody), false) as with_custody, ' +
        'coalesce(bool_or(needs_receipt), false) as needs_receipt,',
      '  coalesce(bool_or(needs_reason), false) as needs_reason, null::bigint as approval_from',
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
    with:
      "  ('income_recorded',     'member_principal',   'plan_income',        false, false, " +
      "false),\n  ('return_paid',         'plan_income',",
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
    file: posting,
    replace: 'and (not r.with_custody or beside(l.kind, l.reference) = any (moved))',
    with: '',
    caughtBy: postTest,
    says: 'a dollar leg from the exchange needs a custody leg',
  },
  {
    name: 'a post without locks',
    why: 'two withdrawals at once would both see the same balance',
    file: posting,
    replace: 'order by a.code for no key update) a) l;',
    with: 'order by a.code) a) l;',
    caughtBy: sameEventTest,
    says: 'what is spent by 32 clients at once never exceeds the balance',
  },
  {
    name: 'locks in any order',
    why: 'two commands would wait for each other, and one would be thrown out',
    file: posting,
    replace: [
      'select a.code, a.balance, row_number() over () as place from (',
      '      select a.code, a.balance from account a where a.code = any (named) and ' +
        'a.balance is not null order by a.code for no key update) a) l;',
    ].join('\n'),
    with: [
      'select a.code, a.balance, row_number() over () as place from (',
      '      select a.code, a.balance from account a where a.code = any (named) and ' +
        'a.balance is not null order by random() for no key update) a) l;',
    ].join('\n'),
    caughtBy: loadTest,
    says: 'nobody waits for each other',
  },
  {
    name: 'a balance that is counted after the list instead of row by row',
    why: 'money could be spent before it comes in',
    file: posting,
    replace: 'covered := covered and balances[place] >= 0;',
    with: 'covered := covered;',
    caughtBy: postTest,
    says: 'nothing is spent before it comes in',
  },
  {
    name: 'an event whose content nobody compares',
    why: 'a repeated request with another amount would be answered as done',
    file: fences,
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
    file: posting,
    replace: 'and d.closed_at is null and c.closed_at is null\n',
    with: '\n',
    caughtBy: doorsTest,
    says: 'a closed one takes nothing',
  },
  {
    name: 'a seal that leaves the receipt out',
    why: 'where money came from could be rewritten afterwards',
    file: fences,
    replace: 'r.source, r.reference, r.output_index::text,',
    with: '',
    caughtBy: tamperTest,
    says: "a receipt's origin",
  },
  {
    name: 'a sealer that forgets rows that commit late',
    why: 'a row would never get its number, and nobody would see it change',
    file: fences,
    replace: 'where j.entry >= lower(hole) and j.entry < upper(hole)',
    with: 'where false and j.entry >= lower(hole)',
    caughtBy: 'vitest run tests/faults/ledger-chain.test.ts',
    says: 'holds up its own rows and nobody else',
  },
  {
    name: 'a kind that posts without its second admin',
    why: 'one admin alone could record income or pay capital out',
    file: posting,
    replace:
      'and (l.approval is not null or r.approval_from is null or (select sum(o.amount) from ' +
      'unnest(list) o where o.kind = l.kind and (o.debit = l.debit or o.credit = l.credit)) ' +
      '< r.approval_from)',
    with: '',
    caughtBy: postTest,
    says: 'a kind that needs a second admin is refused without an approval',
  },
  {
    name: 'who proposed approves too',
    why: 'the second admin would be the first',
    file: 'migrations/013-approvals.sql',
    replace: 'if new.approved and new.decided_by = asked.proposed_by then',
    with: 'if false then',
    caughtBy: postTest,
    says: 'who proposed never approves',
  },
  {
    name: 'content changed after approval',
    why: 'an approval of one hundred dollars would post a million',
    file: fences,
    replace: 'and d.content_hash = p.content_hash and p.posting_hash = posting_hash(list))',
    with: 'and d.content_hash = p.content_hash)',
    caughtBy: postTest,
    says: 'an approval is of exactly one content',
  },
  {
    name: 'an approval that can be used again',
    why: 'what two admins agreed to once would happen twice',
    file: posting,
    replace: 'if asked then insert into approval_use values (list[1].approval); end if;',
    with: '',
    caughtBy: modelTest,
    says: 'as a model of bigints answers them',
  },
  {
    name: 'an order of seals that nobody holds against the accounts',
    why: 'the numbers that people are shown could run against the balances',
    file: fences,
    replace:
      'from leg where limited and seq is not null and (seq_before is null or seq_before > seq)',
    with: 'from leg where false',
    caughtBy: tamperTest,
    says: 'an order of seals that disagrees with an account',
  },
  {
    name: 'a verify that trusts the digests',
    why: 'a superuser with triggers off could rewrite the books',
    file: sql,
    replace:
      'block >= from_block and (content.digest is distinct from link.digest or content.rows ' +
      'is distinct from last_seq - first_seq + 1)),',
    with: 'block >= from_block and content.rows is distinct from last_seq - first_seq + 1),',
    caughtBy: tamperTest,
    says: 'a change of a sealed row is found, and the row named',
  },
  {
    name: 'a balance that may go below zero',
    why: 'code that never asked could spend what is not there',
    file: sql,
    replace: 'constraint never_overdrawn check (balance >= 0)',
    with: '',
    caughtBy: doorsTest,
    says: 'can make no balance of a limited account negative',
  },
  {
    name: 'an application that may update the journal',
    why: 'UPDATE by the role that the server runs as would be open',
    file: sql,
    replace: 'grant select on accounts, entries,',
    with:
      'grant update, delete, truncate on journal to candor_app;\ngrant select on accounts, ' +
      'entries,',
    caughtBy: doorsTest,
    says: 'may not: update ledger.journal',
  },
  {
    name: 'frozen books that still take postings',
    why: 'money would go on moving over broken books',
    file: posting,
    replace:
      "  if shut then raise exception 'LG015 the books are frozen' using errcode = 'LG015'; " +
      'end if;\n',
    with: '',
    caughtBy: doorsTest,
    says: 'frozen books take nothing',
  },
  {
    name: 'a day that forgets the rows that came late for it',
    why: "yesterday's balance would change what it says, depending on when it is asked",
    file: 'migrations/015-time-travel.sql',
    replace: 'from late_rows(day) l where account in (l.debit, l.credit)), 0)::bigint $$;',
    with: 'from late_rows(day) l where false), 0)::bigint $$;',
    caughtBy: 'vitest run tests/faults/ledger-time.test.ts',
    says: 'is the plain sum of the rows that count for it',
  },
  {
    name: 'a sealing lag that is always 0',
    why: 'nobody would hear that sealing stands still',
    file: 'migrations/018-seal-health.sql',
    replace: 'extract(epoch from clock_timestamp() - min(posted_at)) from waiting',
    with: '0 * extract(epoch from clock_timestamp() - min(posted_at)) from waiting',
    caughtBy: 'vitest run tests/faults/ledger-chain.test.ts',
    says: 'where nobody seals, the lag grows',
  },
  {
    name: 'a lag that forgets rows in a gap',
    why: 'rows that committed late could wait for ever while newer ones are sealed',
    file: 'migrations/018-seal-health.sql',
    replace: 'select posted_at from journal where entry >= lower(span)',
    with: 'select posted_at from journal where false and entry >= lower(span)',
    caughtBy: 'vitest run tests/faults/ledger-chain.test.ts',
    says: 'the figures show how long',
  },
  {
    name: 'an age of transactions that sees only its own role',
    why: 'a transaction that was left open would show nowhere',
    file: 'migrations/018-seal-health.sql',
    replace: 'then grant pg_read_all_stats to ledger_owner; end if;',
    with: 'then null; end if;',
    caughtBy: 'vitest run tests/faults/ledger-chain.test.ts',
    says: 'the figures show how long',
  },
  {
    name: 'a retry that gives up at once',
    why: 'a deadlock between strangers would reach a person as a failure',
    file: 'src/platform/db/transaction.ts',
    replace: "['40001', '40P01'].includes(codeOf(error))",
    with: "['40001'].includes(codeOf(error))",
    caughtBy: 'vitest run src/platform/db/transaction.test.ts',
    says: 'is run again',
  },
]
