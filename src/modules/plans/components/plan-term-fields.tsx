import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { DAYS_TERM_NAMES, PLAN_TERMS, TEXT_TERM_NAMES } from '../model.ts'
import type { planCalls, StaffVersion } from './calls.tsx'

type PlanTermsRequest = Pick<Parameters<typeof planCalls.propose.call>[0], keyof typeof PLAN_TERMS>

type Props = {
  /** The version whose values the fields start with. */
  version: StaffVersion | undefined
}

const getHint = (term: { label: string; hint?: string }) => term.hint

/** Renders a text area for each text term. */
export const TextTermFields = ({ version }: Props) =>
  TEXT_TERM_NAMES.map((name) => (
    <TextAreaField
      key={name}
      label={PLAN_TERMS[name].label}
      name={name}
      hint={getHint(PLAN_TERMS[name])}
      defaultValue={version?.[name]}
    />
  ))

/** Renders a number field for each term in days. */
export const DaysTermFields = ({ version }: Props) =>
  DAYS_TERM_NAMES.map((name) => (
    <TextField
      key={name}
      label={PLAN_TERMS[name].fieldLabel}
      name={name}
      inputMode="numeric"
      hint={PLAN_TERMS[name].hint}
      defaultValue={String(version?.[name] ?? PLAN_TERMS[name].default)}
    />
  ))

/** Parses a whole number; −1, which the server rejects with its field, for any other text. */
export const parseWholeNumber = (text: string) =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1

/** Parses the terms as the form sent them. */
export const parsePlanTerms = (fields: Record<string, string>) =>
  Object.fromEntries([
    ...TEXT_TERM_NAMES.map((name) => [name, fields[name] ?? '']),
    ...DAYS_TERM_NAMES.map((name) => [name, parseWholeNumber(fields[name] || '0')]),
  ]) as PlanTermsRequest
