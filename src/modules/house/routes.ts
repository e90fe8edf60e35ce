import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const screen = (name: string) => `modules/house/screens/admin/${name}.tsx`

/** Below /admin-dashboard: what the owners run. */
export const houseAdminRoutes: RouteConfigEntry[] = [
  route('settings', screen('settings')),
  route('staff', screen('staff')),
  route('audit', screen('audit')),
  route('jobs', screen('jobs')),
  route('messages', screen('messages')),
]
