import { formatUsd } from '#lib/money.ts'
import { Details, type KeyValue, KeyValues } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import {
  formatDays,
  LEVEL_LABELS,
  listAccepted,
  OPERATION_LABELS,
  OPERATIONS,
  PROOFS,
  type RuleSet,
} from '../model.ts'

const NEEDS = {
  category: 'category',
  questionnaire: 'questions',
  cooling_off: 'cooling-off',
  warning: 'warning',
} as const

function describeOperation(rules: RuleSet, operation: (typeof OPERATIONS)[number]): string {
  const { allowed, levels, needs } = rules.operations[operation]
  if (!allowed) return 'Not offered'

  const parts = [
    ...levels.map(({ level, fromCents, counted }) => {
      const from = fromCents === '0' ? '' : ` from ${formatUsd(BigInt(fromCents))}`
      return `${LEVEL_LABELS[level]}${from}${from && counted === 'total' ? ' in total' : ''}`
    }),
    ...needs.map((need) => NEEDS[need]),
  ]
  return parts.join(', ') || 'Nothing required'
}

const listOperationRows = (rules: RuleSet): KeyValue[] =>
  OPERATIONS.map((operation) => ({
    label: OPERATION_LABELS[operation],
    value: describeOperation(rules, operation),
  }))

const listLimitRows = ({ limits }: RuleSet): KeyValue[] =>
  limits.map(({ operation, cents, days, level, category }) => ({
    label: `${OPERATION_LABELS[operation]} within ${formatDays(days)}`,
    value: [formatUsd(BigInt(cents)), level && LEVEL_LABELS[level], category]
      .filter(Boolean)
      .join(', '),
  }))

const listTextRows = ({ texts }: RuleSet): KeyValue[] =>
  [
    { label: 'Risk warning', text: texts.riskWarning },
    ...(texts.personalWarning ? [{ label: 'Personal warning', text: texts.personalWarning }] : []),
    { label: 'Terms', text: texts.terms },
  ].map(({ label, text }) => ({ label: `${label}, version ${text.version}`, value: text.text }))

const listCategoryRows = ({ categories }: RuleSet): KeyValue[] =>
  categories.map(({ name, version, statements, validMonths }) => ({
    label: `${name}, version ${version}, ${validMonths} months`,
    value: (
      <ul>
        {statements.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    ),
  }))

const listQuestionRows = ({ questionnaire }: RuleSet): KeyValue[] =>
  questionnaire?.questions.map(({ text, options, right }) => ({
    label: text,
    value: (
      <ul>
        {options.map((option) => (
          <li key={option.id}>
            {option.text}
            {option.id === right && <b> (right)</b>}
          </li>
        ))}
      </ul>
    ),
  })) ?? []

/** Shows rules in sections that can be read without knowing their file. */
export function RuleSections({ rules }: { rules: RuleSet }) {
  const { questionnaire, coolingOffHours, plans, retentionYears, limits, categories } = rules

  return (
    <>
      <DrawerPart title="What members need">
        <KeyValues texts rows={listOperationRows(rules)} />
      </DrawerPart>
      <DrawerPart title="Waits, limits, plans and documents">
        <KeyValues
          texts
          rows={[
            { label: 'Cooling-off', value: coolingOffHours ? `${coolingOffHours} hours` : 'None' },
            ...(limits.length > 0 ? listLimitRows(rules) : [{ label: 'Limits', value: 'None' }]),
            ...plans.map(({ category, families }) => ({
              label: `Plans for ${category ?? 'members without a category'}`,
              value: families === 'all' ? 'All' : families.join(', ').replaceAll('_', ' '),
            })),
            ...PROOFS.map((proof) => ({
              label: proof === 'identity' ? 'Identity documents' : 'Proofs of address',
              value: listAccepted(rules, proof).join(', ').replaceAll('_', ' '),
            })),
            { label: 'Evidence is retained for', value: `${retentionYears} years` },
          ]}
        />
      </DrawerPart>
      <DrawerPart title="Texts">
        <Details rows={listTextRows(rules)} />
      </DrawerPart>
      {categories.length > 0 && (
        <DrawerPart title="Categories">
          <Details rows={listCategoryRows(rules)} />
        </DrawerPart>
      )}
      {questionnaire && (
        <DrawerPart
          title={`Questions, ${questionnaire.minRight} of ${questionnaire.questions.length} right`}
        >
          <Details rows={listQuestionRows(rules)} />
        </DrawerPart>
      )}
    </>
  )
}
