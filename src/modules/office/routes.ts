import { index, type RouteConfigEntry, route } from '@react-router/dev/routes'

const screen = (name: string) => `modules/office/screens/admin/${name}.tsx`

/** Below /admin-dashboard: the figures of the house, and its members. */
export const officeAdminRoutes: RouteConfigEntry[] = [
  index(screen('overview')),
  route('alluser', screen('all-user')),
  route('manage-user/:id', screen('manage-user')),
  route('approvals', screen('approvals')),
]
