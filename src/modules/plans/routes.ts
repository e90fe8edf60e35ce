import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const admin = (name: string) => `modules/plans/screens/admin/${name}.tsx`

/**
 * Below /admin-dashboard: what is on offer, what each plan earned, lost, paid and owes, and
 * recording that.
 */
export const planAdminRoutes: RouteConfigEntry[] = [
  route('plans', admin('plans')),
  route('plans/new', admin('new-version')),
  route('plans/:id', admin('plan')),
  route('plans/:id/income', admin('record-income')),
  route('plans/:id/loss', admin('record-loss')),
]

/** Below /dashboard: what the member is invested in. */
export const planMemberRoutes: RouteConfigEntry[] = [
  route('positions', 'modules/plans/screens/member/positions.tsx'),
  route('positions/:id', 'modules/plans/screens/member/position.tsx'),
]
