import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const screen = (name: string) => `modules/withdrawals/screens/member/${name}.tsx`

/** Below /dashboard: asking for money, what became of it, and the addresses it goes to. */
export const withdrawalMemberRoutes: RouteConfigEntry[] = [
  route('withdraw', screen('withdraw')),
  route('withdraw-balance', screen('withdraw-balance')),
  route('withdraw-profit', screen('withdraw-profit')),
  route('withdraw-history', screen('withdraw-history')),
  route('update-wallet', screen('update-wallet')),
]

/** Below /admin-dashboard: the queue of those that wait, and all that were. */
export const withdrawalAdminRoutes: RouteConfigEntry[] = [
  route('withdrawals', 'modules/withdrawals/screens/admin/withdrawals.tsx'),
]
