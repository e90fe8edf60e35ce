import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const getScreenPath = (name: string) => `modules/deposits/screens/member/${name}.tsx`

/** Below /dashboard: choosing a plan, paying for it, and what became of it. */
export const depositMemberRoutes: RouteConfigEntry[] = [
  route('deposit', getScreenPath('packages')),
  route('crypto', getScreenPath('crypto')),
  route('real-estate', getScreenPath('real-estate')),
  route('deposit-details', getScreenPath('deposit-details')),
  route('deposit-submitted', getScreenPath('deposit-submitted')),
  route('deposit-history', getScreenPath('deposit-history')),
]

/** Below /admin-dashboard: every deposit, and deciding on those that wait. */
export const depositAdminRoutes: RouteConfigEntry[] = [
  route('alltransaction', 'modules/deposits/screens/admin/all-transaction.tsx'),
]
