import { sql } from 'kysely'
import { findJournalHead } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  buildChainedQueries,
  FIRST,
  formatLine,
  type Line,
  MANY,
  ROWS_PER_PAGE,
  SMALL,
  selectUnchainedRows,
} from './ledger-row-selects.ts'

/**
 * Yields the ledger as plain data, one JSON object per line, for a verifier that shares no code
 * with the ledger (`scripts/check-rows.mjs`). The reader must be a transaction with one snapshot.
 * Memory holds one page at a time.
 */
export async function* exportLedgerRows(tx: Reader): AsyncGenerator<string> {
  // With a slow client the transaction is idle for longer than the default limit.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  // Without statistics, the planner would join a new table as a whole for each page.
  for (const name of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
    await sql`set local ${sql.raw(name)} = off`.execute(tx)

  let lines = 1
  for await (const page of readLinePages(tx)) {
    lines += page.length
    yield page.join('')
  }

  yield formatLine('end', { lines: String(lines) })
}

async function* readLinePages(tx: Reader): AsyncGenerator<string[]> {
  for (const [recordType, select] of Object.entries(SMALL))
    yield (await select.execute(tx)).rows.map((row) => formatLine(recordType, row))
  for (const [recordType, first] of Object.entries(FIRST))
    yield* readKeyedPages(tx, recordType, first)
  yield* readChainedLines(tx, (await findJournalHead(tx))?.seq ?? 0n)
  yield* readKeyedPages(tx, 'row', '0', selectUnchainedRows)
}

async function* readKeyedPages(
  tx: Reader,
  recordType: string,
  first: string,
  page = MANY[recordType],
) {
  for (let after: string | undefined = first; page && after !== undefined; ) {
    const { rows }: { rows: Line[] } = await page(after).execute(tx)
    yield rows.map((row) => formatLine(recordType, row))
    after = rows.at(-1)?.at?.toString()
  }
}

/**
 * Yields each block, its runs, and their rows after them, in the order of the journal numbers.
 */
async function* readChainedLines(tx: Reader, head: bigint) {
  for (let after = 0n; after < head; after += ROWS_PER_PAGE) {
    const upTo = after + ROWS_PER_PAGE < head ? after + ROWS_PER_PAGE : head
    const parts: Map<unknown, string>[] = []

    for (const [recordType, select] of buildChainedQueries(after, upTo)) {
      const { rows } = await select.execute(tx)
      parts.push(new Map(rows.map((row) => [row.at, formatLine(recordType, row)])))
    }

    const numbers = Array.from({ length: Number(upTo - after) }, (_, index) =>
      String(after + BigInt(index + 1)),
    )
    yield numbers.flatMap((seq) => parts.flatMap((part) => part.get(seq) ?? []))
  }
}
