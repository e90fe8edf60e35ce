import { DomainError } from '#lib/errors.ts'
import { formatAmount } from '#lib/money.ts'
import { TRANSFER_TYPES } from '#modules/ledger/model.ts'
import { listEntries } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { ListFile } from '#platform/files/export.ts'
import { type CopyFormat, MAX_COPIED_ROWS } from '../model.ts'
import { getCopyHead, renderJournalCopy } from '../queries.ts'

type RowFilter = Partial<
  Record<'account' | 'kind' | 'reference' | 'number' | 'before', string | undefined>
>

/** Lists rows of the journal, newest first. */
export async function listJournalRows(
  { db }: App,
  { account, kind, reference, number, before }: RowFilter,
) {
  const transferType = TRANSFER_TYPES.find((type) => type === kind)
  const rows = await listEntries(db, {
    ...(account && { account }),
    ...(transferType && { transferType: transferType }),
    ...(reference && { reference }),
    ...(number && { seq: BigInt(number) }),
    ...(before && { before: BigInt(before) }),
  })

  return rows.map((row) => ({
    _id: row.idempotencyHash,
    seq: row.seq === null ? null : String(row.seq),
    before: String(row.journalId),
    kind: row.transferType,
    debit: row.debit,
    credit: row.credit,
    currency: row.currency,
    amount: formatAmount(row.amount, row.currency),
    effective: row.effectiveDate,
    postedAt: row.postedAt,
    reference: row.reference,
    reason: row.reason,
    actor: row.actor,
    approval: row.approval,
  }))
}

const FILE_EXTENSIONS: Record<CopyFormat, string> = { hledger: 'journal', beancount: 'beancount' }

/**
 * Builds the journal as a file. Throws `too_long` (422) when only the command line may build it.
 */
export async function buildCopyFile({ db, clock }: App, format: CopyFormat): Promise<ListFile> {
  const head = await getCopyHead(db)
  if (head.rows > MAX_COPIED_ROWS)
    throw new DomainError(
      'too_long',
      422,
      `The journal has ${head.rows} chained rows. Export more than ${MAX_COPIED_ROWS} on the ` +
        'server with npm run export.',
    )

  const pieces: string[] = []
  for await (const piece of renderJournalCopy(db, format, head)) pieces.push(piece)

  const day = clock.now().toISOString().slice(0, 10)
  const name = `ledger-${day}-${head.rows}.${FILE_EXTENSIONS[format]}`

  return new ListFile(pieces, name, 'text/plain; charset=utf-8', Number(head.rows))
}
