import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/db.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import { SHIPPED_RULES } from '../adapters/sample-rules.ts'
import {
  type AppliedRules,
  areFreeRules,
  type Circumstances,
  checkEligibility,
  type EligibilityResult,
  type EvidenceMark,
  type MemberFacts,
  type Movement,
  type Operation,
  type RuleSet,
  toFreeRules,
  toMemberFacts,
} from '../model.ts'
import { hashShown } from './hash-shown.ts'

/**
 * The basis of decisions on the operations of one member: the rules of their country and what is
 * known of them.
 */
export type Eligibility = {
  memberId: string
  applied: AppliedRules
  /** True if the sandbox asks for nothing under these rules. */
  isFree: boolean
  /** The rules that are asked for: without requirements where `isFree`. */
  rules: RuleSet
  facts: MemberFacts
}

type RulesRow = {
  id: string | null
  content: string | null
  sha256: string | null
  mode: 'sandbox' | 'live' | null
  level: number
  has_invested: boolean
}

/** Movements on earlier days count for sums without an end alone: they are read as one. */
const MAX_LIMIT_DAYS = 366

const SHIPPED: AppliedRules = {
  id: null,
  sha256: hashShown(SHIPPED_RULES),
  rules: SHIPPED_RULES,
}

/**
 * Selects what decides on the operations of a member, to be read with other rows. The movement
 * `without`, such as the withdrawal that is approved, doesn't count.
 */
export function selectEligibility(memberId: string, { clock }: Pick<App, 'clock'>, without = '') {
  return { ...selectFacts(memberId, clock.today()), ...selectMovements(memberId, clock, without) }
}

const selectFacts = (memberId: string, today: Day) => ({
  eligibilityRules: toBatchQuery<RulesRow>(
    sql<RulesRow>`
      select r.id, r.content, r.content_sha256 as sha256, (select name from mode) as mode,
        coalesce(verified_level(m.id, ${today}::date), 0) as level,
        exists (select from position p where p.member_id = m.id) as has_invested
      from member m left join rule_set r on r.id = rule_set_in_force(m.country, ${today}::date)
      where m.id = ${memberId}`,
    {},
  ),
  eligibilityMarks: toBatchQuery<EvidenceMark>(
    sql<EvidenceMark>`
      select kind, text_id as "textId", text_version as "textVersion", passed,
        valid_until as "validUntil", coalesce(valid_until < ${today}::date, false) as "isExpired",
        retry_at as "retryAt", at
      from (
        select distinct on (kind, text_id, text_version, passed) *
        from eligibility_evidence where member_id = ${memberId}
        order by kind, text_id, text_version, passed, sequence desc) e
      order by e.sequence desc`,
    { retryAt: 'instant', at: 'instant' },
  ),
})

const selectMovements = (memberId: string, clock: Clock, without: string) => ({
  eligibilityMovements: toBatchQuery<Movement>(
    sql<Movement>`
      select operation,
        greatest(moved_on, ${clock.today()}::date - ${MAX_LIMIT_DAYS}::integer) as on,
        open_until is not null as "isOpen", sum(cents)::bigint as cents,
        sum(cash_cents)::bigint as "cashCents", sum(over_cents)::bigint as "overCents",
        applied_limits as "appliedLimits"
      from eligibility_movement
      where member_id = ${memberId} and subject_id <> ${without}
        and (open_until is null or open_until > ${clock.now()})
      group by 1, 2, 3, applied_limits`,
    { cents: 'bigint', cashCents: 'bigint', overCents: 'bigint' },
  ),
})

type EligibilityRows = {
  eligibilityRules: readonly RulesRow[]
  eligibilityMarks: readonly EvidenceMark[]
  eligibilityMovements: readonly Movement[]
}

/** Returns the eligibility from the rows of `selectEligibility`. Throws `not_found` (404). */
export function toEligibility(memberId: string, rows: EligibilityRows): Eligibility {
  const [row] = rows.eligibilityRules
  if (!row) throw createNotFoundError('This member')

  const applied = toAppliedRules(row)
  const isFree = areFreeRules(row.mode, applied.rules)
  const rules = isFree ? toFreeRules(applied.rules) : applied.rules
  const facts = toMemberFacts(rules, {
    level: row.level,
    hasInvested: row.has_invested,
    marks: rows.eligibilityMarks,
    movements: rows.eligibilityMovements,
  })

  return { memberId, applied, isFree, rules, facts }
}

function toAppliedRules({ id, content, sha256 }: Omit<RulesRow, 'mode' | 'level'>): AppliedRules {
  if (id === null || content === null || sha256 === null) return SHIPPED
  return { id, sha256, rules: JSON.parse(content) as RuleSet }
}

/** Returns what decides on the operations of a member. Throws `not_found` (404). */
export async function loadEligibility(
  reader: Reader,
  app: Pick<App, 'clock'>,
  memberId: string,
  without?: string,
): Promise<Eligibility> {
  const rows = await readBatch(reader, selectEligibility(memberId, app, without))
  return toEligibility(memberId, rows)
}

/** Returns whether a member may perform an operation now, and what is missing. */
export const checkOperation = (
  { rules, facts }: Eligibility,
  { clock }: Pick<App, 'clock'>,
  operation: Operation,
  circumstances: Omit<Circumstances, 'today' | 'now'> = {},
): EligibilityResult =>
  checkEligibility(rules, facts, operation, {
    ...circumstances,
    today: clock.today(),
    now: clock.now(),
  })
