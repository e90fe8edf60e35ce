import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: the ledger as a bookkeeper reads it. */
export const integrityAdminRoutes: RouteConfigEntry[] = [
  route('ledger', 'modules/integrity/screens/admin/ledger.tsx'),
  route('ledger/account/:code', 'modules/integrity/screens/admin/account.tsx'),
]
