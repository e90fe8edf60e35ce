import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Reserve, ReserveChallenge } from '../model.ts'
import type { TreasuryTables } from '../tables.ts'

type ReserveRow = Selectable<TreasuryTables['reserve_address']> & {
  proved: (Selectable<TreasuryTables['reserve_statement']> & { statement: string }) | null
  open: ReserveChallenge | null
}

/** The addresses in use; an operator has fewer. */
const MAX_RESERVES = 1_000

/** Returns the reserve addresses in use, by coin and place, with the latest statement of each. */
export async function listReserves(
  reader: Reader,
  { now, id }: { now: Date; id?: string },
): Promise<Reserve[]> {
  const addresses = await reader
    .withTables<TreasuryTables>()
    .selectFrom('reserve_address')
    .selectAll()
    .where('retired_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('coin')
    .orderBy('place')
    .orderBy('added_at')
    .orderBy('id')
    .limit(MAX_RESERVES)
    .execute()
  const ids = addresses.map((row) => row.id)
  const proved = await loadLatestStatements(reader, ids)
  const open = await loadOpenChallenges(reader, ids, now)

  return addresses.map((row) =>
    buildReserve({ ...row, proved: proved.get(row.id) ?? null, open: open.get(row.id) ?? null }),
  )
}

/** Returns a reserve address in use. Throws `not_found` (404). */
export async function getReserve(reader: Reader, id: string, now: Date): Promise<Reserve> {
  const [found] = await listReserves(reader, { now, id })
  if (!found) throw createNotFoundError('This reserve address')
  return found
}

type StatementRow = Selectable<TreasuryTables['reserve_statement']> & {
  address_id: string
  statement: string
}

async function loadLatestStatements(reader: Reader, ids: readonly string[]) {
  const { rows } = await sql<StatementRow>`
    select distinct on (c.address_id) s.*, c.address_id, c.statement
    from reserve_statement s join reserve_challenge c on c.id = s.challenge_id
    where c.address_id = any(${[...ids]}::text[])
    order by c.address_id, s.verified_at desc, c.sequence desc`.execute(reader)

  return new Map(rows.map((row) => [row.address_id, row]))
}

async function loadOpenChallenges(reader: Reader, ids: readonly string[], now: Date) {
  const { rows } = await sql<ReserveChallenge & { addressId: string }>`
    select distinct on (c.address_id) c.address_id as "addressId", c.id, c.statement,
      c.expires_at as "expiresAt"
    from reserve_challenge c
    where c.address_id = any(${[...ids]}::text[]) and c.expires_at > ${now}
      and not exists (select from reserve_statement s where s.challenge_id = c.id)
    order by c.address_id, c.sequence desc`.execute(reader)

  return new Map(rows.map(({ addressId, ...challenge }) => [addressId, challenge]))
}

function buildReserve({ proved, open, ...row }: ReserveRow): Reserve {
  const coverable = row.wallet === 'single_key'

  return {
    id: row.id,
    chain: row.chain,
    coin: row.coin,
    address: row.address,
    place: row.place,
    wallet: row.wallet,
    addedAt: row.added_at,
    state: !coverable ? 'not_covered' : proved ? 'proved' : 'unproved',
    proof: proved && {
      statement: proved.statement,
      signature: proved.signature,
      format: proved.format,
      units: proved.units,
      block: { height: proved.balance_height, hash: proved.balance_hash, at: proved.balance_at },
      provider: proved.provider,
      simulated: proved.simulated,
      verifiedAt: proved.verified_at,
    },
    challenge: open,
  }
}
