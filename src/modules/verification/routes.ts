import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /dashboard: the member's own verification. */
export const verificationMemberRoutes: RouteConfigEntry[] = [
  route('verification', 'modules/verification/screens/member/verification.tsx'),
]

/** Below /admin-dashboard: verifications that wait for a reviewer. */
export const verificationAdminRoutes: RouteConfigEntry[] = [
  route('verifications', 'modules/verification/screens/admin/verifications.tsx'),
]
