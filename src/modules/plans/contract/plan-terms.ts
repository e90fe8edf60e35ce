import { z } from 'zod'
import {
  DAYS_TERM_NAMES,
  type DaysTermName,
  PLAN_TERMS,
  TEXT_TERM_NAMES,
  type TextTermName,
} from '../model.ts'

const MAX_TEXT_SENT = 4_000

const buildShape = <Text extends z.ZodType, Days extends z.ZodType>(
  buildText: (name: TextTermName) => Text,
  buildDays: (name: DaysTermName) => Days,
) =>
  Object.fromEntries([
    ...TEXT_TERM_NAMES.map((name) => [name, buildText(name)]),
    ...DAYS_TERM_NAMES.map((name) => [name, buildDays(name)]),
  ]) as Record<TextTermName, Text> & Record<DaysTermName, Days>

/** The terms of a plan version as every call answers them. */
export const planTermsOutput = buildShape(
  () => z.string(),
  (name) => z.int().meta({ description: PLAN_TERMS[name].description }),
)

/** The terms of a plan version as an admin proposes them; the command checks their values. */
export const planTermsInput = buildShape(
  () => z.string().max(MAX_TEXT_SENT),
  (name) => z.int().default(PLAN_TERMS[name].default),
)
