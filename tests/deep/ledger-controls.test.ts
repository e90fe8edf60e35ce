import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import {
  count,
  describeProblems,
  hammer,
  type LoadResult,
  ledgerUnderLoad,
  rewrite,
} from '../support/ledger-load.ts'

/**
 * The ledger with one idea taken out. The load must show it, or the load proves nothing about the
 * ledger as it is.
 */
type Control = {
  idea: string
  change(owner: pg.Pool): Promise<void>
  caught(database: TestDatabase, result: LoadResult, problems: string): Promise<boolean> | boolean
}

const LOCK = 'order by a.code for no key update) l;'
/** The places of the accounts stay sorted where their locks are not. */
const SORTED = 'array_agg(l.code order by l.code), array_agg(l.balance order by l.code)'
const SLOWLY = 'perform pg_sleep(random() * 0.01);'

const controls: Control[] = [
  {
    idea: 'numbers drawn before the locks',
    change: async (owner) => {
      await owner.query('alter sequence ledger.journal_id_seq increment 8')
      await rewrite(owner, 'ledger.post_list', [
        ['  own_id    xid8', "  drawn     bigint := nextval('journal_id_seq');\n  own_id    xid8"],
        ['  if list is null then', `  ${SLOWLY}\n  if list is null then`],
        [
          'insert into journal as j (idempotency_key,',
          'insert into journal as j (id, idempotency_key,',
        ],
        [
          'approval)\n      select l.idempotency_key,',
          'approval) overriding system value\n      select drawn + l.position - 1, l.idempotency_key,',
        ],
      ])
    },
    caught: (_database, _result, problems) => problems.includes('running balance'),
  },
  {
    idea: 'no row locks',
    change: (owner) =>
      rewrite(owner, 'ledger.post_list', [[LOCK, `order by a.code) l; ${SLOWLY}`]]),
    caught: (_database, _result, problems) => problems.includes('running balance'),
  },
  {
    idea: 'locks in any order',
    change: (owner) =>
      rewrite(owner, 'ledger.post_list', [
        ['array_agg(l.code), array_agg(l.balance::bigint)', SORTED],
        [LOCK, 'order by random() for no key update) l;'],
      ]),
    caught: (_database, result) => (result.codes['40P01'] ?? 0) > 0,
  },
  {
    idea: 'numbers of single transfers drawn before the locks',
    change: async (owner) => {
      await owner.query('alter sequence ledger.journal_id_seq increment 8')
      await rewrite(owner, 'ledger.post', [
        [
          '  leg       transfer;',
          "  leg       transfer;\n  drawn     bigint := nextval('journal_id_seq');",
        ],
        ['    leg := list[1];', `    leg := list[1]; ${SLOWLY}`],
        [
          'insert into journal as j (idempotency_key,',
          'insert into journal as j (id, idempotency_key,',
        ],
        [
          'reason)\n        select leg.idempotency_key,',
          'reason) overriding system value\n        select drawn, leg.idempotency_key,',
        ],
      ])
    },
    caught: (_database, _result, problems) => problems.includes('running balance'),
  },
  {
    idea: 'locks of single transfers in another order than those of lists',
    change: (owner) =>
      rewrite(owner, 'ledger.post', [
        ['leg.credit collate "C" < leg.debit and', 'leg.credit collate "C" > leg.debit and'],
        ['leg.debit collate "C" < leg.credit and', 'leg.debit collate "C" > leg.credit and'],
      ]),
    caught: (_database, result) => (result.codes['40P01'] ?? 0) > 0,
  },
  {
    idea: 'a chaining job that ignores gaps',
    change: async (owner) => {
      await owner.query(`create or replace view ledger.unchained_journal as select j.* from
        ledger.journal j
        where j.id > coalesce((select highest_id from ledger.chain_run order by first_seq
        desc limit 1), 0)`)
    },
    caught: async (database) =>
      (await count(database, 'ledger.journal')) > (await count(database, 'ledger.chained_journal')),
  },
]

describe('the load catches', () => {
  test.each(controls)(
    '$idea',
    async ({ change, caught }) => {
      const database = await ledgerUnderLoad(change)
      try {
        let report = ''
        for (let tries = 0; tries < 12; tries++) {
          const result = await hammer(database.db, { seconds: 10 })
          const problems = await describeProblems(database)
          if (await caught(database, result, problems)) return
          report = `${problems} ${JSON.stringify(result.codes)}`
        }

        expect.fail(`the load went by without noticing: ${report}`)
      } finally {
        await database.close()
      }
    },
    300_000,
  )
})
