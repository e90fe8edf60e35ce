import { PLAN_TERMS, type PlanTermName } from '../model.ts'

type PlanTermColumn = {
  [Name in PlanTermName]: `v.${(typeof PLAN_TERMS)[Name]['column']} as ${Name}`
}[PlanTermName]

/** The terms to select from `plan_version as v`, each by its name in the model. */
export const PLAN_TERM_COLUMNS = Object.entries(PLAN_TERMS).map(
  ([name, { column }]) => `v.${column} as ${name}`,
) as PlanTermColumn[]
