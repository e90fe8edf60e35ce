import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const getAdminScreenPath = (name: string) => `modules/plans/screens/admin/${name}.tsx`

/**
 * Below /admin-dashboard: what is on offer, what each plan earned, lost, paid and owes, and
 * recording that.
 */
export const planAdminRoutes: RouteConfigEntry[] = [
  route('plans', getAdminScreenPath('plans')),
  route('plans/new', getAdminScreenPath('new-version')),
  route('plans/:id', getAdminScreenPath('plan')),
  route('plans/:id/income', getAdminScreenPath('record-income')),
  route('plans/:id/loss', getAdminScreenPath('record-loss')),
]

/** Below /dashboard: what the member is invested in. */
export const planMemberRoutes: RouteConfigEntry[] = [
  route('positions', 'modules/plans/screens/member/positions.tsx'),
  route('positions/:id', 'modules/plans/screens/member/position.tsx'),
]
