import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import {
  type ChainedEntry,
  findBlockBySeq,
  findJournalHead,
  listAccountBalances,
  listChainedEntries,
} from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  COPY_FORMATS,
  type CopyFormat,
  type CopyHead,
  describeCopy,
  toAccountTotal,
  toMovement,
} from '../model.ts'
import { ROWS_PER_PAGE } from './ledger-row-selects.ts'

const ACCOUNTS_PER_PAGE = 1_000

/**
 * Returns the head of a copy up to a journal number, by default the last one. Throws `not_chained`
 * (422) for a number that is not chained yet.
 */
export async function getCopyHead(reader: Reader, upTo?: bigint): Promise<CopyHead> {
  const chainedSeq = (await findJournalHead(reader))?.seq ?? 0n
  const rows = upTo ?? chainedSeq
  if (rows > chainedSeq)
    throw new DomainError('not_chained', 422, `The last chained row is ${chainedSeq}.`)
  return { rows, lastBlock: rows > 0n ? await findBlockBySeq(reader, rows) : null }
}

/**
 * Yields the chained journal as text: all rows, then the balance of each account, so that an
 * accounting program rejects an incomplete copy. The balances come from the ledger and not from
 * the written rows. Memory holds one page at a time.
 */
export async function* renderJournalCopy(
  reader: Reader,
  format: CopyFormat,
  { rows, lastBlock }: CopyHead,
): AsyncGenerator<string> {
  const { head, movement, balanceAssertion } = COPY_FORMATS[format]
  let last: Day = '1970-01-01'

  yield head(describeCopy({ rows, lastBlock }))

  for await (const page of readChainedPages(reader, rows)) {
    last = page.reduce(
      (day, { effectiveDate }) => (effectiveDate > day ? effectiveDate : day),
      last,
    )
    yield page.map((row) => movement(toMovement(row))).join('')
  }

  for await (const page of readAccountPages(reader, rows))
    yield page.map((account) => balanceAssertion(toAccountTotal(account), last)).join('')
}

/**
 * Yields the chained rows by page. They never change, so the pages agree without a transaction.
 */
async function* readChainedPages(reader: Reader, upTo: bigint): AsyncGenerator<ChainedEntry[]> {
  for (let after = 0n; after < upTo; after += ROWS_PER_PAGE) {
    const next = after + ROWS_PER_PAGE
    yield await listChainedEntries(reader, after, next < upTo ? next : upTo)
  }
}

async function* readAccountPages(reader: Reader, seq: bigint) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listAccountBalances(reader, seq, { after, limit: ACCOUNTS_PER_PAGE })
    yield page
    after = page.at(-1)?.code
  }
}
