import { buildConsentStatements } from '#modules/identity/model.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { getDefaultSettings } from '#modules/settings/model.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { growPositions } from '../engine/accruals.ts'
import { formatIdSql, type Installation, someMembers } from '../engine/installation.ts'

const POSITIONS_EACH = 5
const FUNDED_AT_ONCE = 4
const INVESTED_CENTS = 100_000n
const TOKEN = 'portal-bench-'
export const SAMPLE_TOKEN = `${TOKEN}sample`
export const buildToken = (member: number) => `${TOKEN}${member}`

const DEPOSITS = `
insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
address, coin_amount, rate, rate_source, rate_at, created_at, expires_at,
  status, amount_reserved, submitted_at, arrived_at, late, credit_rate, decided_at, decided_by, receipt_id,
  received, received_in, credited, position_id)
select o.deposit_id, o.member_id, o.plan_version_id, 'Bench', o.principal_cents, 'USDT', 'USDT',
'usdt, ERC-20 on Ethereum', 'sample', o.principal_cents * 10000, 1000000,
  'sample', o.opened_on, o.opened_on, o.opened_on + interval '1 hour', 'completed', false,
  o.opened_on, o.opened_on, false, 1000000, o.opened_on, 'adm_one', 'rcp_' || o.deposit_id,
  o.principal_cents * 10000, 'USDT', o.principal_cents, o.id
from position o where o.plan_version_id = any ($1)`

/**
 * The principal that the positions say, for the integrity check compares both wherever money moves.
 */
const PRINCIPAL = `
update ledger.account a set balance = p.remaining
from (select member_id, sum(remaining_cents) as remaining from position where plan_version_id =
any ($1) group by member_id) p
where a.code = 'member:' || p.member_id || ':principal'`

/** None of today, for the check of each minute looks at every position that opened or matured. */
const EARLIER = `
with shifted as (
  update position set opened_on = opened_on - 2, matures_on = matures_on - 2,
    matured_on = matured_on - 2 where plan_version_id = any ($1) returning id, matured_on)
update owed_return o set matured_on = s.matured_on from shifted s where s.id = o.position_id`

const CONSENTS = `
insert into consent (id, member_id, document, version, statement, statement_sha256, shown_at)
select ${formatIdSql('con', 'i || $2')}, ${formatIdSql('mem', 'i')}, $2, $3, $4,
encode(sha256(convert_to($4,
'UTF8')), 'hex'), now() from generate_series(1, $1::integer) i`

const SESSIONS = `
insert into session (id, person_id, token_digest, remembered, created_at, last_used_at, idle_until,
ends_at, address, user_agent, proved_at, proved_by)
select ${formatIdSql('ses', 'i')}, ${formatIdSql('mem', 'i')}, sha256(convert_to('${TOKEN}' || i,
'UTF8')),
true, now(), now(), now() + interval '1 day',
  now() + interval '30 days', '127.0.0.1', 'bench', now(), 'password' from generate_series(1,
  $1::integer) i`

const WALLETS = `
insert into wallet (id, member_id, coin, address, network, main, created_at, usable_from)
select ${formatIdSql('wal', 'i')}, ${formatIdSql('mem', 'i')}, 'USDT', $2, 'Ethereum', true,
now() - interval
'2 days', now() - interval '1 day'
from generate_series(1, $1::integer) i`

/**
 * Members with positions and the deposits they came from, consents, a session and a saved wallet
 * each; in sets. The funded ones after them have no positions yet.
 */
export async function growMembers(
  testApp: Installation,
  plans: readonly PlanVersion[],
  { members, funded }: { members: number; funded: number },
): Promise<void> {
  const { app, owner } = testApp
  const versions = plans.map(({ id }) => id)
  const everyone = members + funded

  await someMembers(owner, everyone)
  await growPositions(testApp, plans, { from: 0, to: members * POSITIONS_EACH, members })
  await owner.query('set session_replication_role = replica')
  await owner.query(EARLIER, [versions])
  await owner.query(DEPOSITS, [versions])
  await owner.query(PRINCIPAL, [versions])

  const { legal } = getDefaultSettings(app.config.MODE, app.config.OPERATOR_NAME)
  for (const { document, version, statement } of buildConsentStatements(legal))
    await owner.query(CONSENTS, [everyone, document, version, statement])
  await owner.query(SESSIONS, [everyone])
  await owner.query(WALLETS, [everyone, TEST_ADDRESS])
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze')
}

/** A session of one who has an account already. */
export async function openSession(
  { owner }: Installation,
  personId: string,
  token: string,
): Promise<void> {
  await owner.query(
    `insert into session (id, person_id, token_digest, remembered, created_at, last_used_at,
      idle_until, ends_at, address, user_agent, proved_at, proved_by)
    values (${formatIdSql('ses', '$2::text')}, $1, sha256(convert_to($2, 'UTF8')), true, now(),
    now(),
    now() + interval '1 day', now() + interval '30 days',
      '127.0.0.1', 'bench', now(), 'password')`,
    [personId, token],
  )
}

/**
 * These members were here a moment ago and proved who they are, so that no call of theirs notes it.
 */
export async function nowHere({ owner }: Installation, members: readonly number[]): Promise<void> {
  await owner.query(
    `update session set last_used_at = now(), proved_at = now() where id in (select
      ${formatIdSql('ses', 'i')} from unnest($1::integer[]) i)`,
    [members],
  )
}

/**
 * Gives the funded members positions and cash, posted like all money: the check of each minute
 * looks at everything of a member whose money moves.
 */
export async function fundMembers(
  { app, owner }: Installation,
  { after, count }: { after: number; count: number },
  { cash, planVersionId }: { cash: bigint; planVersionId: string },
): Promise<void> {
  const { rows } = await owner.query(
    `select ${formatIdSql('mem', 'i')} as id from generate_series($1::integer + 1, $1 + $2) i`,
    [after, count],
  )

  const fund = async ({ id }: { id: string }) => {
    for (let position = 0; position < POSITIONS_EACH; position++)
      await fundMember(app, id, {
        cash: cash / BigInt(POSITIONS_EACH),
        invested: INVESTED_CENTS,
        planVersionId,
      })
  }

  for (let at = 0; at < rows.length; at += FUNDED_AT_ONCE)
    await Promise.all(rows.slice(at, at + FUNDED_AT_ONCE).map(fund))
}
