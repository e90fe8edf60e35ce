import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /dashboard: the steps that are left, and the member's own verification. */
export const eligibilityMemberRoutes: RouteConfigEntry[] = [
  route('eligibility', 'modules/eligibility/screens/member/eligibility.tsx'),
  route('verification', 'modules/eligibility/screens/member/verification.tsx'),
]

/** Below /admin-dashboard: the rules by country. */
export const eligibilityAdminRoutes: RouteConfigEntry[] = [
  route('rules', 'modules/eligibility/screens/admin/rules.tsx'),
]
