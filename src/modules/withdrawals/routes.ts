import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const getScreenPath = (name: string) => `modules/withdrawals/screens/member/${name}.tsx`

/** Below /dashboard: asking for money, what became of it, and the addresses it goes to. */
export const withdrawalMemberRoutes: RouteConfigEntry[] = [
  route('withdraw', getScreenPath('withdraw')),
  route('withdraw-balance', getScreenPath('withdraw-balance')),
  route('withdraw-profit', getScreenPath('withdraw-profit')),
  route('withdrawal-requested', getScreenPath('withdrawal-requested')),
  route('withdraw-history', getScreenPath('withdraw-history')),
  route('update-wallet', getScreenPath('update-wallet')),
]

/** Below /admin-dashboard: the queue of those that wait, and all that were. */
export const withdrawalAdminRoutes: RouteConfigEntry[] = [
  route('withdrawals', 'modules/withdrawals/screens/admin/withdrawals.tsx'),
]
