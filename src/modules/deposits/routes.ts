import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const screen = (name: string) => `modules/deposits/screens/member/${name}.tsx`

/** Below /dashboard: choosing a plan, paying for it, and what became of it. */
export const depositMemberRoutes: RouteConfigEntry[] = [
  route('deposit', screen('packages')),
  route('crypto', screen('crypto')),
  route('real-estate', screen('real-estate')),
  route('deposit-details', screen('deposit-details')),
  route('deposit-history', screen('deposit-history')),
]

/** Below /admin-dashboard: every deposit, and deciding on those that wait. */
export const depositAdminRoutes: RouteConfigEntry[] = [
  route('alltransaction', 'modules/deposits/screens/admin/all-transaction.tsx'),
]
