import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Ledger screens below /admin-dashboard. */
export const integrityAdminRoutes: RouteConfigEntry[] = [
  route('ledger', 'modules/integrity/screens/admin/ledger.tsx'),
  route('ledger/account/:code', 'modules/integrity/screens/admin/account.tsx'),
]
