import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: the ledger as a bookkeeper reads it. */
export const integrityAdminRoutes: RouteConfigEntry[] = [
  route('ledger', 'modules/books/screens/admin/ledger.tsx'),
  route('ledger/account/:code', 'modules/books/screens/admin/account.tsx'),
]
