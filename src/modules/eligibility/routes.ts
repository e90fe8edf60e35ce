import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /dashboard: the steps that are left. */
export const eligibilityMemberRoutes: RouteConfigEntry[] = [
  route('eligibility', 'modules/eligibility/screens/member/eligibility.tsx'),
]

/** Below /admin-dashboard: the rules by country. */
export const eligibilityAdminRoutes: RouteConfigEntry[] = [
  route('rules', 'modules/eligibility/screens/admin/rules.tsx'),
]
