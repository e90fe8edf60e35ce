import { index, type RouteConfigEntry, route } from '@react-router/dev/routes'

const resolveScreen = (name: string) => `modules/backoffice/screens/admin/${name}.tsx`

/** Below /admin-dashboard: the figures of the house, and its members. */
export const backofficeRoutes: RouteConfigEntry[] = [
  index(resolveScreen('overview')),
  route('alluser', resolveScreen('all-user')),
  route('manage-user/:id', resolveScreen('manage-user')),
  route('approvals', resolveScreen('approvals')),
]
