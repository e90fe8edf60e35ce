import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { EntryBody, LiabilityAmounts } from '../model.ts'
import type { TransparencyTables } from '../tables.ts'

/** The purpose that the secret of an epoch is encrypted for. */
export const NONCE_PURPOSE = 'liability-nonces'

const getTables = (reader: Reader) => reader.withTables<TransparencyTables>()

export type LiabilityEpoch = {
  id: string
  day: Day
  seq: bigint
  nonceSecret: Buffer
  manifest: EntryBody | null
  position: number | null
}

const toEpoch = (row: {
  id: string
  day: Day
  seq: bigint
  nonce_secret: Buffer
  manifest: EntryBody | null
  position: bigint | null
}): LiabilityEpoch => ({
  id: row.id,
  day: row.day,
  seq: row.seq,
  nonceSecret: row.nonce_secret,
  manifest: row.manifest,
  position: row.position === null ? null : Number(row.position),
})

const selectEpochs = (reader: Reader) =>
  getTables(reader)
    .selectFrom('liability_epoch')
    .select(['id', 'day', 'seq', 'nonce_secret', 'manifest', 'position'])

/** Returns the proof of liabilities of a day, published or begun; null where there is none. */
export async function findEpoch(reader: Reader, day: Day): Promise<LiabilityEpoch | null> {
  const row = await selectEpochs(reader).where('day', '=', day).executeTakeFirst()
  return row ? toEpoch(row) : null
}

/** Returns the newest published proof of liabilities; null before the first. */
export async function findPublishedEpoch(
  reader: Reader,
): Promise<(LiabilityEpoch & { publishedAt: Date }) | null> {
  const row = await selectEpochs(reader)
    .select('published_at')
    .where('published_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.published_at ? { ...toEpoch(row), publishedAt: row.published_at } : null
}

export type LiabilityAccount = { memberId: string; email: string; amounts: LiabilityAmounts }

const selectAccounts = (reader: Reader, epochId: string) =>
  getTables(reader)
    .selectFrom('liability_account')
    .select(['member_id', 'email', 'cash', 'invested', 'profit', 'pending', 'due'])
    .where('epoch_id', '=', epochId)

const toAccount = ({
  member_id: memberId,
  email,
  ...amounts
}: { member_id: string; email: string } & LiabilityAmounts): LiabilityAccount => ({
  memberId,
  email,
  amounts,
})

/** Returns what a member was owed in an epoch; null where nothing is stored. */
export async function findLiabilityAccount(
  reader: Reader,
  epochId: string,
  memberId: string,
): Promise<LiabilityAccount | null> {
  const row = await selectAccounts(reader, epochId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/** Lists the accounts of an epoch after a member, in the order of their ids. */
export async function listLiabilityAccounts(
  reader: Reader,
  epochId: string,
  { after, limit }: { after: string; limit: number },
): Promise<LiabilityAccount[]> {
  const rows = await selectAccounts(reader, epochId)
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

/** Returns the number of accounts of an epoch and the bytes of their ids and addresses. */
export async function measureAccounts(reader: Reader, epochId: string) {
  const { rows } = await sql<{ accounts: number; ids: string; emails: string }>`
    select count(*)::int as accounts, coalesce(sum(octet_length(member_id)), 0)::text as ids,
      coalesce(sum(octet_length(email)), 0)::text as emails
    from liability_account where epoch_id = ${epochId}`.execute(reader)
  const { accounts = 0, ids = '0', emails = '0' } = rows[0] ?? {}

  return { accounts, ids: Number(ids), emails: Number(emails) }
}

/** The levels of stored tiles: leaves, roots of 256 leaves, and the published nodes. */
export const SLIP_LEVELS = { leaves: 0, subtrees: 1, nodes: 2 } as const

/** Returns up to 256 hashes of a level. Throws where they are no longer stored. */
export async function getSlipTile(
  reader: Reader,
  epochId: string,
  level: number,
  tile: number,
): Promise<Buffer> {
  const row = await getTables(reader)
    .selectFrom('liability_tile')
    .select('hashes')
    .where('epoch_id', '=', epochId)
    .where('level', '=', level)
    .where('tile', '=', BigInt(tile))
    .executeTakeFirst()
  if (!row) throw new Error(`the proof ${epochId} has no tile ${tile} of level ${level}`)

  return row.hashes
}

/** Returns the published nodes of an epoch's tree; null where they are no longer stored. */
export async function findNodes(reader: Reader, epochId: string): Promise<Buffer | null> {
  const rows = await getTables(reader)
    .selectFrom('liability_tile')
    .select('hashes')
    .where('epoch_id', '=', epochId)
    .where('level', '=', SLIP_LEVELS.nodes)
    .orderBy('tile')
    .execute()

  return rows.length > 0 ? Buffer.concat(rows.map(({ hashes }) => hashes)) : null
}
