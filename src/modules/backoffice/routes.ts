import { index, type RouteConfigEntry, route } from '@react-router/dev/routes'

const resolveScreen = (name: string) => `modules/backoffice/screens/admin/${name}.tsx`

/** The routes below /admin-dashboard: overview, members, approvals and treasury. */
export const backofficeRoutes: RouteConfigEntry[] = [
  index(resolveScreen('overview')),
  route('alluser', resolveScreen('all-user')),
  route('manage-user/:id', resolveScreen('manage-user')),
  route('approvals', resolveScreen('approvals')),
  route('notifications', resolveScreen('notifications')),
  route('treasury', resolveScreen('treasury')),
]
