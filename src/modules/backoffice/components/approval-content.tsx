import type { ReactNode } from 'react'
import { type Currency, formatAmount } from '#lib/money.ts'
import { describeSubject } from '#modules/desk/model.ts'
import { describeProblemKey } from '#modules/integrity/model.ts'
import { type MonitoringRule, RULE_LABELS } from '#modules/transaction-monitoring/model.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { readText } from './approval-labels.tsx'
import type { ProposalLine } from './calls.tsx'
import {
  CLEARANCE_LABELS,
  DAY_FIELDS,
  DOLLAR_FIELDS,
  FIELD_LABELS,
  LONG_FIELDS,
  NAME_FIELDS,
} from './proposal-field-labels.tsx'

type ProposalExcerpt = Pick<ProposalLine, 'permission' | 'content' | 'names'> &
  Partial<Pick<ProposalLine, 'lines' | '_id' | 'state'>>

/** Proposed rules are listed by the id of their proposal as long as it waits. */
const buildRulesPath = ({ _id, state }: ProposalExcerpt): string =>
  `/admin-dashboard/rules${state === 'waiting' && _id ? `?open=${_id}` : ''}`

function renderValue(proposal: ProposalExcerpt, field: string, value: string): ReactNode {
  const { permission, content, names } = proposal
  if (field === 'ruleSet') return <TextLink to={buildRulesPath(proposal)}>{value}</TextLink>
  if (field === 'memberId' && names[value] !== undefined)
    return <TextLink to={`/admin-dashboard/manage-user/${value}`}>{names[value]}</TextLink>

  if (field === 'score') return `${value} of 100`
  if (field === 'rule') return RULE_LABELS[value as MonitoringRule] ?? value
  if (field === 'transaction') {
    const { kind, to } = describeSubject(value)
    return <TextLink to={to}>{kind}</TextLink>
  }

  if (DAY_FIELDS.has(field)) return <CalendarDay day={value} />
  if (field === 'whilePlaced') return 'Income, not returned capital'

  if (field === 'received') {
    const currency = (readText(content, 'receivedIn') ?? 'USD') as Currency
    const unit = currency === 'USD' ? {} : { unit: currency }
    return <Money amount={formatAmount(BigInt(value), currency)} {...unit} />
  }

  if (field === 'withdrawals') return String(value.split(' ').length)

  if (field === 'difference') {
    const currency = (readText(content, 'currency') ?? 'USD') as Currency
    const unit = currency === 'USD' ? {} : { unit: currency }
    return <Money amount={formatAmount(BigInt(value), currency)} {...unit} sign="always" />
  }

  if (field === 'frozenAt' || field === 'arrivedAt' || field === 'openedAt')
    return (
      <>
        <When at={value} timeZone="UTC" /> UTC
      </>
    )

  if (field === 'from' && permission === 'loss.record')
    return value === 'assets' ? 'Placed assets' : 'Assets in custody'
  if (
    DOLLAR_FIELDS.has(field) ||
    (permission === 'balance.adjust' && (field === 'from' || field === 'to'))
  )
    return <Money amount={BigInt(value)} sign={field === 'change' ? 'always' : 'minus'} />
  if (LONG_FIELDS.has(field)) return <span className="mono meta anywhere">{value}</span>
  if (field === 'plan') return names[readText(content, 'planId') ?? ''] ?? value

  return NAME_FIELDS.has(field) ? (names[value] ?? value) : value
}

/** Returns a row with the exact amount in coin, if there is one. */
function buildUnitsRow({ content }: ProposalExcerpt): KeyValue[] {
  const units = readText(content, 'units')
  const currency = readText(content, 'currency') as Currency | undefined
  if (units === undefined || !currency || currency === 'USD') return []

  return [
    {
      label: 'Amount in currency',
      value: <Money amount={formatAmount(BigInt(units), currency)} unit={currency} />,
    },
  ]
}

/** Returns the integrity problems that ending the freeze accepts. */
function buildExceptionRows({ permission, content: { problems } }: ProposalExcerpt): KeyValue[] {
  if (permission !== 'ledger.unfreeze' || !Array.isArray(problems)) return []
  if (problems.length === 0)
    return [{ label: 'Accepted problems', value: 'None. All checks pass again' }]

  return problems.map((problem) => ({
    label: 'Accepted problem',
    value: <span className="anywhere">{describeProblemKey(String(problem))}</span>,
  }))
}

/** Returns the content of a proposal as labelled rows, without technical fields. */
export function buildContentRows(proposal: ProposalExcerpt): KeyValue[] {
  const { permission, content } = proposal
  const known = permission === 'monitoring.clear' ? CLEARANCE_LABELS : FIELD_LABELS
  const labels = content.plan === undefined ? known : { ...known, planId: undefined }
  const rows = Object.entries(labels).flatMap(([field, label]) => {
    const value = readText(content, field)
    if (!label || value === undefined) return []
    // what the receipt was observed as contains its reference
    if (field === 'reference' && readText(content, 'observedAs')?.includes(value)) return []
    const rowLabel = permission === 'loss.record' && field === 'from' ? 'Lost from' : label
    return [{ label: rowLabel, value: renderValue(proposal, field, value) }]
  })

  const changes = (proposal.lines ?? []).map((value) => ({
    label: permission === 'rules.publish' ? 'On approval' : 'Change',
    value,
  }))

  return [...rows, ...changes, ...buildUnitsRow(proposal), ...buildExceptionRows(proposal)]
}
