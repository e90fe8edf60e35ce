import type { PlanVersion } from '#modules/plans/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { formatFamily } from './income-sheet.tsx'

/** Links a row of plans to the page of its plan, named for screen readers. */
export const PlanLink = ({ plan, path }: { plan: PlanVersion; path: string }) => (
  <ButtonLink to={path} size="sm">
    View plan
    <span className="visually-hidden">
      : {plan.name}, {formatFamily(plan.family)}
    </span>
  </ButtonLink>
)
