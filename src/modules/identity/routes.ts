import { type RouteConfigEntry, route } from '@react-router/dev/routes'

const screen = (name: string) => `./modules/identity/screens/public/${name}.tsx`

/** Ways in, for members and for the staff; signing up stands with the invitations. */
export const identityRoutes: RouteConfigEntry[] = [
  route('verify', screen('verify')),
  route('confirm/:token', screen('confirm-email')),
  route('confirm-email/:token', screen('confirm-new-email')),
  route('not-me/:token', screen('not-me')),
  route('login', screen('log-in')),
  route('forgot-password', screen('forgot-password')),
  route('reset-password/:id', screen('reset-password')),
  route('admin-login', screen('admin-log-in')),
  route('admin-forgot-password', screen('admin-forgot-password')),
]

/** Below /dashboard: how a member signs in. */
export const identityMemberRoutes: RouteConfigEntry[] = [
  route('update-password', 'modules/identity/screens/member/update-password.tsx'),
  route('security', 'modules/identity/screens/member/security.tsx'),
]

/** Below /admin-dashboard: how the staff signs in. */
export const identityAdminRoutes: RouteConfigEntry[] = [
  route('security', 'modules/identity/screens/admin/security.tsx'),
]
