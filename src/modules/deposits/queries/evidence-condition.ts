import { type SqlBool, sql } from 'kysely'
import type { Condition } from '#modules/transactions/queries.ts'
import type { EvidenceFilter } from '../model.ts'

const HAS_PAYMENT = sql<SqlBool>`exists (
  select from deposit_payment m where m.deposit_id = deposit.id)`

/** True if all payments that the chain shows are confirmed, false if not; null without any. */
const ALL_SETTLED = sql<SqlBool>`(
  select bool_and(is_payment_settled(p.e, p.cents)) from (
    select e, sum(compute_coin_value(e.units, m.rate, e.coin)) over () as cents
    from deposit_payment m join payment_evidence e on e.id = m.payment_id
    where m.deposit_id = deposit.id and not e.gone) p)`

const CONDITIONS: Record<EvidenceFilter, Condition> = {
  shown: HAS_PAYMENT,
  confirming: sql`status = 'pending' and ${ALL_SETTLED} is false`,
  confirmed: sql`status = 'pending' and ${ALL_SETTLED} is true`,
  disputed: sql`status = 'pending' and exists (
    select from deposit_payment m join payment_evidence e on e.id = m.payment_id
    where m.deposit_id = deposit.id and e.disputed)`,
  gone: sql`deposit.id in (select m.deposit_id from deposit_payment m where m.payment_id in (
    select payment_id from chain_sighting
    group by payment_id having bool_and(gone_at is not null)))`,
  none: sql`not ${HAS_PAYMENT}`,
}

/** Returns the condition on the deposit table of a filter by what the blockchain shows. */
export const buildEvidenceCondition = (filter: EvidenceFilter): Condition => CONDITIONS[filter]
