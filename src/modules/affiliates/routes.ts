import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /dashboard: whom the member has invited. */
export const affiliateMemberRoutes: RouteConfigEntry[] = [
  route('affiliate', 'modules/affiliates/screens/member/affiliate.tsx'),
]
