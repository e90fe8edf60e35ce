import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'
import type { Tx } from '../db/db.ts'
import type { PageQuery, PageResult } from '../db/pages.ts'

/** The maximum number of rows in one file; more are exported in parts, such as by days. */
const MAX_ROWS = 100_000
const AT_ONCE = 2_000

/** A list as a file, with the number of its rows. */
export class ListFile extends File {
  readonly rows: number

  constructor(
    parts: readonly (string | Uint8Array<ArrayBuffer>)[],
    name: string,
    type: string,
    rows: number,
  ) {
    super([...parts], name, { type })
    this.rows = rows
  }
}

type Export<Row> = {
  name: string
  heads: readonly string[]
  page: (tx: Tx, pageQuery: PageQuery) => Promise<PageResult<Row>>
  cells: (row: Row) => readonly string[]
}

/**
 * Returns all rows of a list on one snapshot, as a CSV file. Throws `export_too_large` (422) for
 * more rows than one file takes: a file that silently lacks rows is worse than none.
 */
export async function exportList<Row>(
  { db }: Pick<App, 'db'>,
  { name, heads, page, cells }: Export<Row>,
): Promise<ListFile> {
  const { texts, count } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const texts = [BYTE_ORDER_MARK, formatCsv([heads])]
      let count = 0
      for (let at = 1; ; at += 1) {
        const { rows, total, more } = await page(tx, {
          page: at,
          size: AT_ONCE,
          maxCount: MAX_ROWS,
        })
        if (more || total > MAX_ROWS) throw createTooLargeError()
        texts.push(formatCsv(rows.map(cells)))
        count += rows.length
        if (at * AT_ONCE >= total) return { texts, count }
      }
    })

  return new ListFile(texts, name, 'text/csv;charset=utf-8', count)
}

const createTooLargeError = () =>
  new DomainError(
    'export_too_large',
    422,
    'This list is too long for one file. Narrow it, for example by date, and export it in parts.',
  )
