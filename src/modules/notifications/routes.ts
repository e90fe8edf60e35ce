import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Below /dashboard: what the member was told, and how they want to be told. */
export const notificationRoutes: RouteConfigEntry[] = [
  route('notifications', 'modules/notifications/screens/member/notifications.tsx'),
]
