import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The routes below /dashboard: all market prices. */
export const marketMemberRoutes: RouteConfigEntry[] = [
  route('markets', 'modules/market/screens/member/markets.tsx'),
]
