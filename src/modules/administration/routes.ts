import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const resolveScreen = (name: string) => `modules/administration/screens/admin/${name}.tsx`

/** Screens below /admin-dashboard: settings, staff, audit log, jobs and messages. */
export const administrationRoutes: RouteConfigEntry[] = [
  route('settings', resolveScreen('settings')),
  route('staff', resolveScreen('staff')),
  route('audit', resolveScreen('audit')),
  route('jobs', resolveScreen('jobs')),
  route('messages', resolveScreen('messages')),
]
