import { ruleSet } from '../contract.ts'
import type { RuleSet } from '../model.ts'
import defaultRules from '../samples/default.json' with { type: 'json' }
import europeanUnion from '../samples/european-union.json' with { type: 'json' }
import unitedKingdom from '../samples/united-kingdom.json' with { type: 'json' }
import unitedStates from '../samples/united-states.json' with { type: 'json' }

/** The rules of every country until the operator's own are in force. */
export const SHIPPED_RULES: RuleSet = ruleSet.parse(defaultRules)

/** The rule sets that the software ships, each to be checked by a lawyer before it is used. */
export const SAMPLE_RULES: readonly RuleSet[] = [
  SHIPPED_RULES,
  ...[unitedKingdom, europeanUnion, unitedStates].map((rules) => ruleSet.parse(rules)),
]
