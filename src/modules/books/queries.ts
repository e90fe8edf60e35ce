import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import {
  findSealHead,
  findSealOf,
  listAccountsAt,
  listSealed,
  type SealedEntry,
} from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db.ts'
import { aboutCopy, COPY_FORMATS, type CopyFormat, type CopyHead, movementOf, standingOf } from './model.ts'

const ROWS_A_PAGE = 2_000n
const ACCOUNTS_A_PAGE = 1_000

/** What a copy up to a sealed row, or up to the last one, will hold. Throws `not_sealed` (422) beyond that one. */
export async function getCopyHead(reader: Reader, upTo?: bigint): Promise<CopyHead> {
  const sealed = (await findSealHead(reader))?.seq ?? 0n
  const rows = upTo ?? sealed
  if (rows > sealed) throw new DomainError('not_sealed', 422, `The last sealed row is ${sealed}.`)
  return { rows, seal: rows > 0n ? await findSealOf(reader, rows) : null }
}

/**
 * The sealed journal as a text, in pieces: every row, then what each account has to come to, so that a program that
 * knows the format refuses a copy that doesn't add up. The balances are the ledger's own, not sums of the rows written.
 * It holds a page at a time, however long the journal is.
 */
export async function* copyOf(
  reader: Reader,
  format: CopyFormat,
  { rows, seal }: CopyHead,
): AsyncGenerator<string> {
  const { head, movement, standing } = COPY_FORMATS[format]
  let last: Day = '1970-01-01'
  yield head(aboutCopy({ rows, seal }))
  for await (const page of sealedPages(reader, rows)) {
    last = page.reduce((day, { effective }) => (effective > day ? effective : day), last)
    yield page.map((row) => movement(movementOf(row))).join('')
  }
  for await (const page of accountPages(reader, rows))
    yield page.map((account) => standing(standingOf(account), last)).join('')
}

/** What is sealed never changes: pages read one after the other belong together without a transaction around them. */
async function* sealedPages(reader: Reader, upTo: bigint): AsyncGenerator<SealedEntry[]> {
  for (let after = 0n; after < upTo; after += ROWS_A_PAGE) {
    const next = after + ROWS_A_PAGE
    yield await listSealed(reader, after, next < upTo ? next : upTo)
  }
}

async function* accountPages(reader: Reader, seq: bigint) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listAccountsAt(reader, seq, { after, limit: ACCOUNTS_A_PAGE })
    yield page
    after = page.at(-1)?.code
  }
}
