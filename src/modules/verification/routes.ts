import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /admin-dashboard: verifications that wait for a reviewer, and one with its documents. */
export const verificationAdminRoutes: RouteConfigEntry[] = [
  route('verifications', 'modules/verification/screens/admin/verifications.tsx'),
  route('verifications/:id', 'modules/verification/screens/admin/verification.tsx'),
]
