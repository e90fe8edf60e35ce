import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { SHIPPED_RULES } from '../adapters/sample-rules.ts'
import { areFreeRules, type RuleSet, toFreeRules } from '../model.ts'
import type { Eligibility } from './eligibility.ts'

/** Rules that follow the ones in force for a member, from a day on. */
export type ComingRules = { effectiveFrom: Day; rules: RuleSet }

/** The number of days with new rules that are shown ahead. */
const MAX_COMING = 10

type Row = {
  on: Day
  id: string | null
  content: string | null
  mode: 'sandbox' | 'live' | null
}

/** Lists the rules that follow in the country of a member, the next ones first. */
export async function listComingRules(
  reader: Reader,
  { clock }: Pick<App, 'clock'>,
  { memberId, applied }: Eligibility,
): Promise<ComingRules[]> {
  const { rows } = await sql<Row>`
    select d.effective_from as on, r.id, r.content, (select name from mode) as mode
    from (
      select distinct effective_from from rule_set where effective_from > ${clock.today()}::date
      order by 1 limit ${MAX_COMING}) d
    join member m on m.id = ${memberId}
    left join rule_set r on r.id = rule_set_in_force(m.country, d.effective_from)
    order by 1`.execute(reader)

  return rows
    .filter(({ id }, index) => id !== (index === 0 ? applied.id : rows[index - 1]?.id))
    .map(({ on, content, mode }) => {
      const rules = content === null ? SHIPPED_RULES : (JSON.parse(content) as RuleSet)
      const isFree = areFreeRules(mode, rules)
      return { effectiveFrom: on, rules: isFree ? toFreeRules(rules) : rules }
    })
}
