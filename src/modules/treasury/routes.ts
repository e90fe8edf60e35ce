import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: what is held, beside what outside says. */
export const treasuryAdminRoutes: RouteConfigEntry[] = [
  route('reconciliation', 'modules/treasury/screens/admin/reconciliation.tsx'),
]
