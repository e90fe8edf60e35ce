import { memberCalls } from './contract/members.ts'
import { staffCalls } from './contract/staff.ts'

export { ruleSet } from './contract/rules.ts'

export const eligibilityContract = { ...memberCalls, ...staffCalls }
