import { formatUsd } from '#lib/money.ts'
import type { Settings } from '#modules/settings/model.ts'

/** A rule of transaction monitoring; its limits are the setting `monitoring`. */
export const RULES = [
  'large_sum',
  'frequency',
  'in_and_out',
  'shared_address',
  'name_mismatch',
] as const
export type MonitoringRule = (typeof RULES)[number]

export const RULE_LABELS: Readonly<Record<MonitoringRule, string>> = {
  large_sum: 'Large sum',
  frequency: 'Many transactions',
  in_and_out: 'Quick withdrawal',
  shared_address: 'Shared address',
  name_mismatch: 'Name mismatch',
}

/** The figures that a rule compared: amounts in cents, as text. */
export type Facts = Readonly<Record<string, string | number>>

/** Counts the rules that are on. */
export const countRules = ({
  sumFrom,
  countFrom,
  inOutPercent,
  sharedAddressFrom,
  nameMismatch,
}: Settings['monitoring']): number =>
  [sumFrom, countFrom, inOutPercent, sharedAddressFrom, nameMismatch].filter(
    (limit) => limit !== null,
  ).length

const formatCents = (cents: unknown) => formatUsd(BigInt(String(cents)))
const formatDays = (days: unknown) => (Number(days) === 1 ? '1 day' : `${days} days`)

const DESCRIPTIONS: Record<MonitoringRule, (facts: Facts, movement: string) => string> = {
  large_sum: ({ cents, days, from }, movement) =>
    `${formatCents(cents)} of ${movement}s in ${formatDays(days)}; the limit is ` +
    `${formatCents(from)}.`,
  frequency: ({ count, from }) => `${count} transactions in 24 hours; the limit is ${from}.`,
  in_and_out: ({ deposited, withdrawn, days, percent }) =>
    `${formatCents(withdrawn)} withdrawn within ${formatDays(days)} of depositing ` +
    `${formatCents(deposited)}; the limit is ${percent}%.`,
  shared_address: ({ members, from }) =>
    `${members} members saved this address; the limit is ${from}.`,
  name_mismatch: ({ name, verified }) =>
    `The account is in the name of ${name}; the identity was verified as ${verified}.`,
}

/** Returns what a rule compared, as a sentence with the limits of that time. */
export const describeFinding = ({
  rule,
  facts,
  subjectId,
}: {
  rule: MonitoringRule
  facts: Facts
  subjectId: string
}): string =>
  Object.keys(facts).length === 0
    ? 'Erased after the retention of the closed account.'
    : DESCRIPTIONS[rule](facts, subjectId.startsWith('dep_') ? 'deposit' : 'withdrawal')
