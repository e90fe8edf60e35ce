import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: members who resemble a listed party. */
export const complianceAdminRoutes: RouteConfigEntry[] = [
  route('screening', 'modules/compliance/screens/admin/screening.tsx'),
]
