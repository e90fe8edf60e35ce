import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: verifications that wait for a reviewer. */
export const verificationAdminRoutes: RouteConfigEntry[] = [
  route('verifications', 'modules/verification/screens/admin/verifications.tsx'),
]
