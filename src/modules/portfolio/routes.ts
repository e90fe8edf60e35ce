import { index, type RouteConfigEntry } from '@react-router/dev/routes'

/** Below /dashboard: what the member sees first. */
export const portfolioMemberRoutes: RouteConfigEntry[] = [
  index('modules/portfolio/screens/member/overview.tsx'),
]
