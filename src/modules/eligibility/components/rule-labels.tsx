import { listCountryOptions } from '#lib/countries.ts'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { EVERY_COUNTRY } from '../model.ts'
import type { RuleSetLine } from './calls.tsx'

const STATUS: Readonly<Record<RuleSetLine['status'], [Tone, string]>> = {
  in_force: ['ok', 'In force'],
  scheduled: ['info', 'Scheduled'],
  waiting: ['wait', 'Waiting for approval'],
  replaced: ['neutral', 'Replaced'],
  sample: ['neutral', 'Sample, not in force'],
}

/** Returns the state of a version in words. */
export const describeRuleStatus = ({ status }: RuleSetLine): string => STATUS[status][1]

/** Shows the state of a version. */
export function RuleTag({ line }: { line: RuleSetLine }) {
  const [tone, label] = STATUS[line.status]
  return <Tag tone={tone}>{label}</Tag>
}

const countries = new Map(listCountryOptions().map(({ value, label }) => [value, label]))
const MAX_NAMED = 3

/** Returns the countries of rules in words. */
export function describeCountries({ countries: codes }: RuleSetLine): string {
  if (codes.length === 0) return 'No country'
  if (codes.includes(EVERY_COUNTRY)) return 'All other countries'
  if (codes.length > MAX_NAMED) return `${codes.length} countries`
  return codes.map((code) => countries.get(code) ?? code).join(', ')
}
