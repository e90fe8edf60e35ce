export { ruleSet } from './contract/rules.ts'
