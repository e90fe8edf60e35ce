import {
  type Format,
  formatPlain,
  getMethodLabel,
  PAUSABLE_LABELS,
  SETTINGS,
  type SettingDescription,
  TERMS,
} from './setting-descriptions.ts'

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Describes an audit event `setting.changed`: the title of the setting, and each changed field with
 * its previous and its new value.
 */
export function describeSettingChange(
  subject: string,
  { before, after }: Fields,
): { title: string; changes: string[] } {
  const [kind = '', about = ''] = subject.replace(/^setting:/, '').split('.')
  if (kind === 'pauses')
    return {
      title: `${PAUSABLE_LABELS[about] ?? about}: pause`,
      changes: [describePauseChange(before, after)],
    }

  if (kind === 'address')
    return {
      title: `${getMethodLabel(about)}: receiving address`,
      changes: [formatTransition(formatPlain(before), formatPlain(after))],
    }

  const { title, fields } =
    kind === 'method'
      ? { title: `${getMethodLabel(about)}: terms`, fields: TERMS }
      : (SETTINGS[kind] ?? describeUnknown(kind))
  const changes = listFieldChanges(fields, before, after)

  return { title, changes: changes.length > 0 ? changes : ['No changes'] }
}

/** Describes looser controls of a setting: its title, and each field with both values. */
export function describeLoosening({
  setting,
  changes,
  before,
}: {
  setting: string
  changes: Fields
  before: Fields
}): { title: string; changes: string[] } {
  if (setting !== 'pauses')
    return describeSettingChange(`setting:${setting}`, { before, after: changes })

  return {
    title: 'Resume a service',
    changes: Object.keys(changes).map(
      (what) => `Resume ${(PAUSABLE_LABELS[what] ?? what).toLowerCase()}`,
    ),
  }
}

const describeUnknown = (title: string): SettingDescription => ({ title, fields: {} })
const formatTransition = (before: string, after: string) => `from ${before} to ${after}`

function listFieldChanges(
  fields: SettingDescription['fields'],
  before: unknown,
  after: unknown,
): string[] {
  if (!isFields(before) || !isFields(after)) return []

  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => {
      const [label, format] = fields[field] ?? [field, formatPlain]
      const from = formatOrNothing(format, before[field])
      const to = formatOrNothing(format, after[field])

      return `${label}: ${formatTransition(from, to)}`
    })
}

const formatOrNothing = (format: Format, value: unknown) =>
  value === null || value === undefined ? 'none' : format(value)

function describePauseChange(before: unknown, after: unknown): string {
  if (isFields(after))
    return isFields(before) ? `Reason: ${after.reason}` : `Paused: ${after.reason}`

  return isFields(before) ? `Resumed. Previous reason: ${before.reason}` : 'No changes'
}
