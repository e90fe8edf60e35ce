import type { ReactNode } from 'react'
import { parsePercentage } from '#lib/percentages.ts'
import type { KeyValue } from '#ui/layout/key-values.tsx'

export type SettingValue = Record<string, unknown>
export type SettingFields = Record<string, string>

/**
 * The labels of a setting, its rows, its form fields and the parser of the submitted form. A field
 * has the name that the server puts into its error.
 */
export type SettingLabels = {
  title: string
  lead: string
  rows: (value: SettingValue) => KeyValue[]
  fields: (value: SettingValue) => ReactNode
  parse: (fields: SettingFields) => SettingValue
}

export const toText = (value: unknown) => String(value ?? '')

export const renderText = (value: unknown): ReactNode =>
  toText(value) === '' ? <span className="muted">Not set</span> : toText(value)

export const formatHours = (value: unknown) =>
  `${toText(value)} ${Number(value) === 1 ? 'hour' : 'hours'}`

export const formatDays = (value: unknown) =>
  `${Number(value).toLocaleString('en-GB')} ${Number(value) === 1 ? 'day' : 'days'}`

/** Formats basis points as a percentage: 2550 as '25.5'. */
export const toPercent = (bps: unknown) => String(Number(bps) / 100)

/** Parses a percentage to basis points; returns other text unchanged, which the server rejects. */
export const toBasisPoints = (percent = '') => parsePercentage(percent) ?? percent

/** Parses a whole number; returns any other text unchanged, which the server rejects. */
export const parseWholeNumber = (typed: string | undefined) =>
  /^\d+$/.test(typed?.trim() ?? '') ? Number(typed) : typed
