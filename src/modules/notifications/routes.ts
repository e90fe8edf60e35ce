import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The routes below /dashboard about notifications. */
export const notificationRoutes: RouteConfigEntry[] = [
  route('notifications', 'modules/notifications/screens/member/notifications.tsx'),
]
