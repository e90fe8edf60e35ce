import { createModuleCalls } from '#platform/client/calls.ts'
import type { eligibilityContract } from '../contract.ts'

export const eligibilityCalls = createModuleCalls<typeof eligibilityContract>('eligibility')

/** The rules of their country, as a member reads them. */
export type MyEligibility = Awaited<ReturnType<typeof eligibilityCalls.eligibility.call>>['data']

export type ChecklistItem = MyEligibility['checklist'][number]

type RuleSets = Awaited<ReturnType<typeof eligibilityCalls.ruleSets.call>>['data']

/** A version of rules, without its content. */
export type RuleSetLine = RuleSets['ruleSets'][number]

/** A version of rules with its content. */
export type OpenRuleSet = Awaited<ReturnType<typeof eligibilityCalls.ruleSet.call>>['data']
