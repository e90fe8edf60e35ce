import { index, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /dashboard: what the member sees first, and their statements. */
export const portfolioMemberRoutes: RouteConfigEntry[] = [
  index('modules/portfolio/screens/member/overview.tsx'),
  route('user-profile', 'modules/portfolio/screens/member/user-profile.tsx'),
  route('statements', 'modules/portfolio/screens/member/statements.tsx'),
  route('verify', 'modules/portfolio/screens/member/verify.tsx'),
]
